/** What of a large JSON text can be told at a glance. */

export interface Outline {
  /** The text of the outermost object's member `tasks`; null: it has none. */
  readonly tasks: string | null;
  /** How many brackets stand within each other. */
  readonly depth: number;
}

/** `text`: valid JSON. Of equal keys the last one counts, as in `JSON.parse`. */
export function outlineOf(text: string): Outline {
  let depth = 0;
  let deepest = 0;
  let tasks: string | null = null;
  let lastText = '';
  let from = -1; // of the tasks, while they are passed
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') {
      const end = endOfText(text, i);
      if (depth === 1) lastText = text.slice(i, end + 1);
      i = end;
    } else if (character === ':') {
      if (depth === 1) from = JSON.parse(lastText) === 'tasks' ? i + 1 : -1;
    } else if (character === '{' || character === '[') {
      deepest = Math.max(deepest, ++depth);
    } else if (character === ',' || character === '}' || character === ']') {
      if (depth === 1 && from >= 0) {
        tasks = text.slice(from, i);
        from = -1;
      }
      if (character !== ',') depth--;
    }
  }
  return { tasks, depth: deepest };
}

/** Where the quotes that open at `start` are closed. */
function endOfText(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}
