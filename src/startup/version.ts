/** Raised whenever the same commands could give another answer or another state hash. */
export const ENGINE_VERSION = '1';
