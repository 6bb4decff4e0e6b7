/** The transcript of every driver, turn by turn. */
export const transcript = {} as const;
