import { pieces, signed, written, type RenderContext, type Rendered, type StreamEvent } from './behaviour.ts';

export function renderOpenAi({ index, model, reply, delivery, usageAsked }: RenderContext): Rendered {
  const { text, thinking, thinkingField = 'reasoning_content', toolCalls = [], cost } = reply;
  const calls = toolCalls.map(({ id, name, arguments: args }, i) => ({
    ...(id === null ? {} : { id: id ?? `call_${index}_${i}` }),
    type: 'function',
    function: { name, arguments: written(args) },
  }));
  const thoughts =
    thinking === undefined ? {}
    : thinkingField === 'reasoning_content' ? { reasoning_content: thinking }
    : { reasoning: thinking, reasoning_details: details(thinking) };
  const message = {
    role: 'assistant',
    content: text ?? (calls.length > 0 ? null : 'ready.'),
    refusal: null,
    annotations: [],
    ...thoughts,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const usage = reply.usage && {
    prompt_tokens: reply.usage.prompt,
    completion_tokens: reply.usage.completion,
    total_tokens: reply.usage.prompt + reply.usage.completion,
    ...(reply.usage.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: reply.usage.cached } }),
    ...(reply.usage.reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reply.usage.reasoning } }),
    ...(cost === undefined ? {} : { cost }),
  };
  const finish = reply.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const head = { id: `answer-${index}`, model };
  const whole = {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
    ...(usage ? { usage } : {}),
  };

  const chunk = (delta: object, finish_reason: string | null = null): StreamEvent => ({
    data: { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason, logprobs: null }] },
  });
  const length = delivery.piece ?? 5;
  const events: StreamEvent[] = [chunk({ role: 'assistant', content: message.content === null ? null : '', refusal: null, ...empty(thoughts) })];
  for (const piece of pieces(thinking ?? '', length)) {
    events.push(chunk(thinkingField === 'reasoning_content' ? { reasoning_content: piece, content: null } : { reasoning: piece, reasoning_details: [detail(piece)] }));
  }
  if (thinking !== undefined && thinkingField === 'reasoning_details') events.push(chunk({ reasoning_details: [signature(thinking), encrypted(thinking)] }));
  for (const piece of pieces(message.content ?? '', length)) events.push(chunk({ content: piece }));
  for (const delta of callDeltas(calls, length, delivery)) events.push(chunk({ tool_calls: [delta] }));
  events.push(chunk({}, finish));
  if (usage && usageAsked) events.push({ data: { ...head, object: 'chat.completion.chunk', choices: [], usage } });
  if (!delivery.abruptEnd) events.push({ data: '[DONE]' });
  return { whole, events };
}

const detail = (text: string): object => ({ type: 'reasoning.text', text, format: 'unknown', index: 0 });
const signature = (thought: string): object => ({ type: 'reasoning.text', signature: signed(thought), format: 'unknown', index: 0 });
const encrypted = (thought: string): object => ({ type: 'reasoning.encrypted', data: signed(`secret ${thought}`), id: 'rs_1', format: 'unknown', index: 1 });
const details = (thought: string): object[] => [{ ...detail(thought), ...signature(thought) }, encrypted(thought)];

/** A stream names the field even if it stays empty. */
function empty(thoughts: object): object {
  return 'reasoning_content' in thoughts ? { reasoning_content: '' } : {};
}

interface WholeCall {
  readonly id?: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

function callDeltas(calls: readonly WholeCall[], length: number, { indices = 'normal', ids = 'once', interleaved = false }: RenderContext['delivery']): object[] {
  const perCall = calls.map((call, i) => {
    const index = indices === 'missing' ? {} : { index: indices === 'reused' ? 0 : i };
    const id = ids === 'missing' || call.id === undefined ? {} : { id: call.id };
    const first = { ...index, ...id, type: 'function', function: { name: call.function.name, arguments: '' } };
    const rest = pieces(call.function.arguments, length).map((piece) => ({
      ...index,
      ...(ids === 'every-piece' ? id : {}),
      function: { arguments: piece },
    }));
    // A server that leaves out the ids sends each call at once.
    return ids === 'missing' ? [{ ...first, function: { ...call.function } }] : [first, ...rest];
  });
  if (!interleaved) return perCall.flat();
  const longest = Math.max(0, ...perCall.map((deltas) => deltas.length));
  return Array.from({ length: longest }, (_, i) => perCall.flatMap((deltas) => deltas.slice(i, i + 1))).flat();
}
