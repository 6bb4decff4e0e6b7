/** Saved runs, comparing them, and classes. */
export const runs = {} as const;
