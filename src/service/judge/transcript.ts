/** A trajectory as text for a judge: `[n] role: text`, calls as `name(arg='…')`, n counted over the whole (spec vita §5). */
import type { Json } from '../../core/json.ts';
import type { Message, ToolCall } from '../message.ts';
import type { Span } from './windows.ts';

export function transcriptOf(messages: readonly Message[], { from, to }: Span): string {
  return messages.slice(from, to).map((message, i) => entryOf(message, from + i + 1)).join('\n');
}

function entryOf(message: Message, place: number): string {
  const calls = message.role === 'assistant' ? message.calls.map(callText) : [];
  const speaker = message.role === 'tool' ? `tool ${message.name}${message.isError ? ' (error)' : ''}` : message.role;
  return indented(`[${place}] ${speaker}: ${[...(message.content === '' ? [] : [message.content]), ...calls].join('\n')}`);
}

/** What follows the first line is set in, so that no text can pass for the beginning of another message. */
function indented(text: string): string {
  return text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).join('\n    ');
}

function callText({ name, arguments: given }: ToolCall): string {
  return `${name}(${Object.entries(given).map(([key, value]) => `${key}=${valueText(value)}`).join(', ')})`;
}

function valueText(value: Json | undefined): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value ?? null);
}
