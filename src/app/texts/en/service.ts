/** The service arena: serving a customer by hand. */
export const service = {
} as const;
