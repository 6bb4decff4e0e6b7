import { pieces, signed, type RenderContext, type Rendered, type StreamEvent } from './behaviour.ts';

export function renderGemini({ index, model, reply, delivery }: RenderContext): Rendered {
  const { text, thinking, toolCalls = [] } = reply;
  const said = text ?? (toolCalls.length > 0 ? '' : 'ready.');
  const signature = thinking === undefined ? {} : { thoughtSignature: signed(thinking) };
  const calls = toolCalls.map(({ id, name, arguments: args }, i) => ({
    functionCall: { ...(id ? { id } : {}), name, args },
    ...(i === 0 ? signature : {}), // parallel calls share that of the first
  }));
  const thoughts = thinking ? [{ text: thinking, thought: true }] : [];
  const speech = said === '' ? [] : [{ text: said, ...(calls.length === 0 ? signature : {}) }];
  const usageMetadata = reply.usage && {
    promptTokenCount: reply.usage.prompt,
    candidatesTokenCount: reply.usage.completion - (reply.usage.reasoning ?? 0),
    ...(reply.usage.reasoning === undefined ? {} : { thoughtsTokenCount: reply.usage.reasoning }),
    ...(reply.usage.cached === undefined ? {} : { cachedContentTokenCount: reply.usage.cached }),
    totalTokenCount: reply.usage.prompt + reply.usage.completion,
  };
  const finishReason = reply.finish ?? 'STOP';
  const tail = { ...(usageMetadata ? { usageMetadata } : {}), modelVersion: model, responseId: `answer-${index}` };
  const whole = { candidates: [{ content: { role: 'model', parts: [...thoughts, ...speech, ...calls] }, finishReason, index: 0 }], ...tail };

  const length = delivery.piece ?? 5;
  const parts = [
    ...pieces(thinking ?? '', length).map((piece) => ({ text: piece, thought: true })),
    ...pieces(said, length).map((piece) => ({ text: piece })),
    // A signature of speech comes last, on a part of its own without text.
    ...(said !== '' && calls.length === 0 && thinking !== undefined ? [{ text: '', ...signature }] : []),
    ...calls,
  ];
  const events: StreamEvent[] = parts.map((part) => ({ data: { candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }], ...tail } }));
  events.push({ data: { candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason, index: 0 }], ...tail } });
  return { whole, events };
}
