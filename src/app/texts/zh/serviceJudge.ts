/** The judge lab: one trajectory under several judges. */
export const serviceJudge = {
} as const;
