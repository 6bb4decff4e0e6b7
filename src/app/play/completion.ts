/** What could come next in a line that is being typed. */
import { DOMAINS } from '../../startup/domains.ts';
import type { CommandEntry, DeskView } from '../../../workers/startup/deskView.ts';
import { locksOf } from './market.ts';

export interface Suggestion {
  readonly value: string;
  /** What it is, in short. */
  readonly hint: string;
}

export interface Completion {
  /** Where the part of the line starts that a suggestion takes the place of. */
  readonly start: number;
  readonly suggestions: readonly Suggestion[];
}

const PROGRAM = 'yc-bench';
const HELP: Suggestion = { value: '--help', hint: '' };
const STATUSES = ['market', 'planned', 'active', 'completed_success', 'completed_fail', 'cancelled'];

/** A line as it is run: `yc-bench` may be left out when typing. */
export function wholeLine(typed: string): string {
  const line = typed.trim();
  return line === PROGRAM || line.startsWith(`${PROGRAM} `) ? line : `${PROGRAM} ${line}`;
}

/** Of the word at the end of the line; after a comma, of the part behind it. */
export function complete(line: string, view: DeskView): Completion {
  const words = line.split(' ').filter((word) => word !== '');
  const unfinished = line.endsWith(' ') ? '' : (words.pop() ?? '');
  if (words[0] === PROGRAM) words.shift();
  const part = unfinished.slice(unfinished.lastIndexOf(',') + 1);
  const taken = unfinished.split(',').slice(0, -1);
  const suggestions = candidates(words, view).filter(({ value }) => !taken.includes(value) && value.toLowerCase().startsWith(part.toLowerCase()));
  return { start: line.length - part.length, suggestions };
}

/** What can follow these words. */
function candidates(words: readonly string[], view: DeskView): readonly Suggestion[] {
  const [group, name, ...rest] = words;
  const { commands } = view;
  if (group === undefined) return [...new Set(commands.map((each) => each.group))].map((value) => ({ value, hint: namesIn(commands, value) }));
  if (name === undefined) return commands.filter((each) => each.group === group).map((each) => ({ value: each.name, hint: each.summary }));
  const command = commands.find((each) => each.group === group && each.name === name);
  if (!command) return [];
  const last = rest.at(-1) ?? '';
  if (command.options.some(({ flag }) => flag === last)) return valuesOf(last, command, view);
  const unused = command.options.filter(({ flag }) => !rest.includes(flag));
  return [...unused.map(({ flag, help }) => ({ value: flag, hint: help })), ...(rest.length === 0 ? [HELP] : [])];
}

function namesIn(commands: readonly CommandEntry[], group: string): string {
  return commands.filter((each) => each.group === group).map(({ name }) => name).join(', ');
}

function valuesOf(flag: string, command: CommandEntry, view: DeskView): Suggestion[] {
  switch (flag) {
    case '--task-id':
      return tasksFor(command.name, view);
    case '--employee-id':
    case '--employees':
      return view.people.map(({ ref, name, tier }) => ({ value: ref, hint: ref === name ? tier : `${name}, ${tier}` }));
    case '--domain':
      return DOMAINS.map((value) => ({ value, hint: '' }));
    case '--status':
      return STATUSES.map((value) => ({ value, hint: '' }));
    case '--category':
      return [...new Set(view.ledger.map(({ category }) => category))].map((value) => ({ value, hint: '' }));
    case '--from-month':
    case '--to-month':
      return view.months.map(({ start }) => ({ value: new Date(start).toISOString().slice(0, 7), hint: '' }));
    default:
      return [];
  }
}

/** The tasks that a command would not refuse for their status. */
function tasksFor(command: string, view: DeskView): Suggestion[] {
  const offers = view.offers
    .filter((offer) => command === 'inspect' || (command === 'accept' && locksOf(offer, view).length === 0))
    .map(({ ref, title, client }) => hinted(ref, title, client));
  const accepted = view.tasks
    .filter(({ status }) => {
      if (command === 'accept') return false;
      if (command === 'inspect') return true;
      return status === 'planned' || (status === 'active' && command !== 'dispatch');
    })
    .map(({ ref, title, client, status }) => hinted(ref, title, client, status));
  return [...accepted, ...offers];
}

function hinted(ref: string, title: string, ...more: (string | null)[]): Suggestion {
  return { value: ref, hint: [ref === title ? null : title, ...more].filter((part) => part !== null).join(', ') };
}
