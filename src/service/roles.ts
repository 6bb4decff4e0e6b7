/** Who speaks in a service run, or of it. */
export const ROLES = ['assistant', 'user', 'judge'] as const;
export type Role = (typeof ROLES)[number];

/** The two that hold the conversation. */
export type Speaker = Exclude<Role, 'judge'>;
