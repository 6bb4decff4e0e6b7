/**
 * Outcomes as values. Bad input never throws: it comes back as a `Failure` that
 * says what is wrong, where, and (in the message) what is allowed.
 */
export interface Failure {
  readonly ok: false;
  /** Stable, machine-readable, kebab-case. */
  readonly code: string;
  /** One plain sentence for a person. */
  readonly message: string;
  /** A file, key path, line or argument, as precise as known. */
  readonly where?: string;
}

export interface Success<Value> {
  readonly ok: true;
  readonly value: Value;
}

export type Result<Value> = Success<Value> | Failure;

export function success<Value>(value: Value): Success<Value> {
  return { ok: true, value };
}

export function failure(code: string, message: string, where?: string): Failure {
  return where === undefined ? { ok: false, code, message } : { ok: false, code, message, where };
}

/** The one-line form of a failure: `where: message`. */
export function describeFailure({ message, where }: Failure): string {
  return where === undefined ? message : `${where}: ${message}`;
}

/** For what cannot happen unless the program itself is wrong. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${message}`);
}
