/**
 * The lines of a run as a text that packs well: a line each, and an empty one after every turn. A line of plain ASCII goes
 * without `yc-bench`, and with marks for what hardly packs: `~12` and `^3` are the task and the employee of that number,
 * whose ids under the classic rules are random to look at; "`" is the task named last. Any other line is a JSON string.
 */
import { uuidFromName } from '../core/hash.ts';
import type { Preset } from '../startup/preset.ts';

const LAST_TASK = '`';
const KIND_OF_MARK = { '~': 'task', '^': 'employee' } as const;
type Mark = keyof typeof KIND_OF_MARK;

const PROGRAM = 'yc-bench ';
/** Printable, without the marks. */
const PLAIN_LINE = /^yc-bench (?!")[ -\]_a-}]+$/;
const UUID = /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/g;
const NUMBERED = /([~^])(\d{1,9})/g;
/** Bounded, so that the many "`" of a forged text cannot each stand for a long one. */
const TASK = /`|~\d{1,9}|Task-\d{1,9}/g;

export interface RunLines {
  /** By turn. */
  readonly turns: readonly (readonly string[])[];
  readonly openLines: readonly string[];
}

export function linesToText({ turns, openLines }: RunLines, preset: Preset, seed: number): string {
  const count = turns.reduce((sum, lines) => sum + lines.length, 0);
  const marks = preset.rules === 'classic' ? marksOfIds(preset, seed, count + openLines.length) : null;
  let last = '';
  const shorten = (line: string): string => {
    if (!PLAIN_LINE.test(line)) return JSON.stringify(line);
    const plain = line.slice(PROGRAM.length);
    const numbered = marks ? plain.replace(UUID, (id) => marks.get(id) ?? id) : plain;
    return numbered.replace(TASK, (task) => {
      if (task === last) return LAST_TASK;
      last = task;
      return task;
    });
  };
  return [...turns, openLines].map((lines) => lines.map((line) => `${shorten(line)}\n`).join('')).join('\n');
}

/** Null for a text that `linesToText` cannot have made. */
export function textToLines(text: string, seed: number): RunLines | null {
  const ids = new Map<string, string>();
  const idOf = (marked: string, mark: string, number: string): string => {
    const id = ids.get(marked) ?? uuidFromName(`${seed}:${KIND_OF_MARK[mark as Mark]}:${number}`);
    ids.set(marked, id);
    return id;
  };
  let last = '';
  const restore = (line: string): string | null => {
    if (line.startsWith('"')) return jsonText(line);
    const named = line.replace(TASK, (task) => (last = task === LAST_TASK ? last : task));
    return PROGRAM + named.replace(NUMBERED, idOf);
  };
  const turns: string[][] = [];
  let open: string[] = [];
  const shortened = text.split('\n');
  if (shortened.pop() !== '') return null;
  for (const short of shortened) {
    if (short === '') {
      turns.push(open);
      open = [];
      continue;
    }
    const line = restore(short);
    if (line === null) return null;
    open.push(line);
  }
  return { turns, openLines: open };
}

/** The marks for the ids that a run of so many lines can know: each line brings at most one new task. */
function marksOfIds({ world }: Preset, seed: number, lineCount: number): Map<string, string> {
  const marks = new Map<string, string>();
  const add = (mark: Mark, count: number): void => {
    for (let number = 1; number <= count; number++) {
      marks.set(uuidFromName(`${seed}:${KIND_OF_MARK[mark]}:${number}`), `${mark}${number}`);
    }
  };
  add('~', world.num_market_tasks + lineCount);
  add('^', world.num_employees);
  return marks;
}

function jsonText(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
