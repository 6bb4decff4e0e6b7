import { pieces, signed, written, type RenderContext, type Rendered, type StreamEvent } from './behaviour.ts';

type Block = Record<string, unknown> & { type: string };

export function renderAnthropic({ index, model, reply, delivery }: RenderContext): Rendered {
  const { text, thinking, toolCalls = [] } = reply;
  const said = text ?? (toolCalls.length > 0 ? '' : 'ready.');
  const content: Block[] = [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: signed(thinking) }, { type: 'redacted_thinking', data: signed(`secret ${thinking}`) }]),
    ...(said === '' ? [] : [{ type: 'text', text: said, citations: null }]),
    ...toolCalls.map(({ id, name, arguments: args }, i) => ({ type: 'tool_use', id: id ?? `toolu_${index}_${i}`, name, input: args })),
  ];
  const { prompt = 0, cached = 0, completion = 0 } = reply.usage ?? {};
  const usage = { input_tokens: prompt - cached, cache_read_input_tokens: cached, cache_creation_input_tokens: 0, output_tokens: completion };
  const told = reply.usage === null || reply.usage === undefined ? {} : { usage };
  const stop_reason = reply.finish ?? (toolCalls.length > 0 ? 'tool_use' : 'end_turn');
  const head = { id: `answer-${index}`, type: 'message', role: 'assistant', model };
  const whole = { ...head, content, stop_reason, stop_sequence: null, ...told };

  const event = (data: Record<string, unknown> & { type: string }): StreamEvent => ({ name: data.type, data });
  const startUsage = reply.usage ? { usage: { ...usage, output_tokens: 1 } } : {};
  const events: StreamEvent[] = [event({ type: 'message_start', message: { ...head, content: [], stop_reason: null, stop_sequence: null, ...startUsage } })];
  if (delivery.pings) events.push(event({ type: 'ping' }), event({ type: 'something_new', value: 1 }));
  content.forEach((block, i) => {
    events.push(event({ type: 'content_block_start', index: i, content_block: emptied(block) }));
    for (const delta of deltas(block, delivery.piece ?? 5)) events.push(event({ type: 'content_block_delta', index: i, delta }));
    events.push(event({ type: 'content_block_stop', index: i }));
  });
  const endUsage = reply.usage ? { usage: { output_tokens: completion } } : {};
  events.push(event({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, ...endUsage }));
  if (!delivery.abruptEnd) events.push(event({ type: 'message_stop' }));
  return { whole, events };
}

function emptied(block: Block): Block {
  if (block.type === 'text') return { ...block, text: '' };
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  return block.type === 'tool_use' ? { ...block, input: {} } : block;
}

function deltas(block: Block, length: number): object[] {
  if (block.type === 'text') return pieces(String(block['text']), length).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'thinking') {
    return [
      ...pieces(String(block['thinking']), length).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: block['signature'] },
    ];
  }
  if (block.type !== 'tool_use') return [];
  const source = written(block['input'] as object | string);
  return [{ type: 'input_json_delta', partial_json: '' }, ...pieces(source, length).map((partial_json) => ({ type: 'input_json_delta', partial_json }))];
}
