/** What a tool says: a result, a refusal in plain words, or an error with its flag (spec vita §3, "Results"). */
export interface Answer {
  readonly content: string;
  readonly isError: boolean;
}

export function say(content: string): Answer {
  return { content, isError: false };
}

/** What the travel tools say of a date that is none. */
export const WRONG_DATE = 'Date format is incorrect, correct format is %Y-%m-%d';

/** For a record that does not exist, and for arguments that no tool can take. */
export function raise(message: string): Answer {
  return { content: `Error: ${message}`, isError: true };
}
