/** A service run on the page: who spoke, what each side saw, what the judge thinks. */
export const serviceRun = {
} as const;
