/** Links, challenges and codes. */
export const share = {} as const;
