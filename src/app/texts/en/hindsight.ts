/** What is shown after the end only. */
export const hindsight = {} as const;
