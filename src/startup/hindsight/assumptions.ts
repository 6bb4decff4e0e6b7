/** What the oracle assumes, as codes that the page puts into words; its answer is no proof that nothing is better. */
export const ORACLE_ASSUMES = [
  /** It reads everybody's true skills, and every client's true loyalty. */
  'knows-skills-and-loyalty',
  /** It knows what work a task will be once it is accepted, with what trust saves and an adversarial client adds. */
  'knows-real-work',
  /** It sees the market as it is at each moment, not the offers that will appear, and accepts only what it starts at once. */
  'no-foresight-of-offers',
  /** Its plans are played by the same commands under the same rules; the figures are what the world answers. */
  'plays-by-the-rules',
  /** It starts nothing that it expects to be late, except to keep the paper's clock running. */
  'expects-to-be-on-time',
  /** Whoever is at work is left there until the task ends, or is hopelessly late; nobody works on two tasks that it starts. */
  'one-task-each',
  /** Classic: it starts at most as many tasks a month as the bot careful. */
  'limited-tasks-a-month',
  /** It decides moment by moment by weights, and searches over the weights within its budget of nodes. */
  'searches-weights',
  /** A better plan may exist. It is at least as good as the best bot's from the same point. */
  'not-a-proof',
] as const;

export type OracleAssumption = (typeof ORACLE_ASSUMES)[number];
