/** The tools of the service arena: forms, graph, tables and map. */
export const serviceTools = {
} as const;
