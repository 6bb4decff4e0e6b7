/** The tasks of the service arena: browsing and importing. */
export const serviceTasks = {
} as const;
