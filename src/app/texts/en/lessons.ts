/** The guided lessons. */
export const lessons = {} as const;
