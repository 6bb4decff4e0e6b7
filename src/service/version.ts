/** Raised whenever the same conversation could lead to another answer of a tool or another state hash. */
export const ENGINE_VERSION = '1';
/** Of the original's rules, with their oddities (spec vita §3, "Effects"). */
export const EDITION = '2025';
