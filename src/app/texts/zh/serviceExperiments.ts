/** Experiments: tasks by trials by models, and what they amount to. */
export const serviceExperiments = {
} as const;
