// More of what browsers, workers and Node all have, needed here only; see src/anywhere.d.ts.

interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}

/** Merged with the class: with `stream`, a character may be cut in two between calls. */
interface TextDecoder {
  decode(bytes: Uint8Array, options: { stream: boolean }): string;
}
