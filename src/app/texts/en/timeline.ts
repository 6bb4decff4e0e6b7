/** The timeline, and visiting earlier turns. */
export const timeline = {} as const;
