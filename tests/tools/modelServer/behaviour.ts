/** What a test tells the model server to do, request by request. */
/** JSON of any shape. */
export type Parsed = ReturnType<typeof JSON.parse>;

export type Wire = 'openai' | 'anthropic' | 'gemini';

export interface SeenRequest {
  /** From 0, chat requests only. */
  readonly index: number;
  readonly wire: Wire;
  readonly model: string;
  readonly stream: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** As JSON, in the format's own terms. */
  readonly body: Parsed;
  /** The text of the last user message or tool result. */
  readonly lastText: string;
}

export type Script = (request: SeenRequest) => Behaviour | Promise<Behaviour>;

export interface Behaviour extends Delivery {
  /** Says "ready." if nothing else is wanted. */
  readonly reply?: Reply;
  /** An error instead: 429, 529, … */
  readonly status?: number;
  /** Text of the error, in the format's own body; or any body. */
  readonly error?: string | { readonly type?: string; readonly message: string };
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly text?: string;
  readonly toolCalls?: readonly ReplyCall[];
  /** Must come back with the message, or the next request is refused; '' counts, too. */
  readonly thinking?: string;
  /** Of the OpenAI format: which field the thoughts come in. */
  readonly thinkingField?: 'reasoning_content' | 'reasoning_details';
  /** The format's own word for why it ended. */
  readonly finish?: string;
  /** Null: the server does not tell. */
  readonly usage?: ReplyUsage | null;
  /** USD, as OpenRouter states it. */
  readonly cost?: number;
}

export interface ReplyCall {
  /** Null: none. */
  readonly id?: string | null;
  readonly name: string;
  /** A text is sent as it is, valid or not. */
  readonly arguments: object | string;
}

export interface ReplyUsage {
  readonly prompt: number;
  readonly cached?: number;
  /** Thoughts included. */
  readonly completion: number;
  readonly reasoning?: number;
}

/** How the bytes travel. */
export interface Delivery {
  /** Sizes of the chunks in bytes: fixed, or drawn anew for each. By default an event is a chunk. */
  readonly cut?: number | (() => number);
  /** Characters a delta carries. */
  readonly piece?: number;
  /** Indices and ids of streamed tool calls. */
  readonly indices?: 'normal' | 'reused' | 'missing';
  readonly ids?: 'once' | 'every-piece' | 'missing';
  /** Pieces of parallel calls in turns. */
  readonly interleaved?: boolean;
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  /** Comments and pings between the events. */
  readonly pings?: boolean;
  /** Milliseconds before the headers. */
  readonly delayMs?: number;
  /** Milliseconds between chunks. */
  readonly pauseMs?: number;
  /** An error in the middle of a 200: after that many events. */
  readonly errorAfter?: number;
  /** The connection breaks after that many events. */
  readonly dropAfter?: number;
  /** Nothing more comes after that many events. 0: not even headers. */
  readonly stallAfter?: number;
  /** Leaves out `[DONE]`, and the empty line after the last event. */
  readonly abruptEnd?: boolean;
  /** Answers whole even if a stream was asked for. */
  readonly neverStream?: boolean;
}

/** A whole answer in a format's own body, and the same as the data of a stream's events. */
export interface Rendered {
  readonly whole: object;
  readonly events: readonly StreamEvent[];
}

export interface StreamEvent {
  /** Anthropic names its events. */
  readonly name?: string;
  readonly data: object | '[DONE]';
}

export interface RenderContext {
  readonly index: number;
  readonly model: string;
  readonly reply: Reply;
  readonly delivery: Delivery;
  /** The OpenAI format: whether the client asked for the usage of a stream. */
  readonly usageAsked: boolean;
}

export function pieces(text: string, length: number): string[] {
  const characters = Array.from(text); // never half a surrogate pair
  const result: string[] = [];
  for (let i = 0; i < characters.length; i += length) result.push(characters.slice(i, i + length).join(''));
  return result;
}

export function written(args: object | string): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}

/** Stands for a provider's signature of a thought: a function of the thought, so that the same answer is signed alike. */
export function signed(thought: string): string {
  return `signed:${Buffer.from(thought).toString('base64').slice(0, 32)}`;
}
