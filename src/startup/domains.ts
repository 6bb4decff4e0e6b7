/** The four fields of work, in the order in which the world is generated (spec §2). */
export const DOMAINS = ['research', 'inference', 'data_environment', 'training'] as const;
export type Domain = (typeof DOMAINS)[number];

/** Alphabetical, the order in which answers list requirements and records of domains. */
export const DOMAINS_BY_NAME: readonly Domain[] = [...DOMAINS].sort();

export function isDomain(text: string): text is Domain {
  return (DOMAINS as readonly string[]).includes(text);
}
