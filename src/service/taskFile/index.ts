/** Task files: read whole or not at all, and written (spec vita §1). */
import { isDict, isList, type PlainDict } from '../../core/plain.ts';
import { parsePlainJson, writePlainJson } from '../../core/plainJson.ts';
import { failure, success, type Result } from '../../core/result.ts';
import type { Domain, Language } from '../types.ts';
import { readEnvironment } from './environment.ts';
import { Field, Offence } from './field.ts';
import type { ExpectedState, ServiceTask, SolutionStep } from './types.ts';

export type * from './types.ts';

const SHOWN_OF_ID = 100;

/**
 * The tasks of a file. Failures: those of `parsePlainJson`; `not-a-task-list`; `web-page`; `bad-task`, whose `where` names the task by id or
 * position and the path of the first offence, and whose message says what is allowed there.
 */
export function readTaskFile(text: string): Result<readonly ServiceTask[]> {
  if (/^\s*</.test(text)) return failure('web-page', 'This is a web page, not a task file: look for a link called “raw” or “download”.', 'the whole');
  const json = parsePlainJson(text.replace(/^\uFEFF/, ''));
  if (!json.ok) return json;
  if (!isList(json.value)) {
    return failure('not-a-task-list', 'A task file is a list of tasks: [{"id": …, "domain": …}, …].', 'the whole');
  }
  const tasks: ServiceTask[] = [];
  const ids = new Set<string>();
  for (const [i, raw] of json.value.entries()) {
    const given = isDict(raw) ? raw.get('id') : undefined;
    const id = typeof given === 'string' && given !== '' ? `task ${given.slice(0, SHOWN_OF_ID)}` : `task number ${i + 1}`;
    try {
      const task = readTask(new Field(raw, ''));
      if (ids.has(task.id)) throw new Offence('id', 'must be the only one of its kind in the file');
      ids.add(task.id);
      tasks.push(task);
    } catch (error) {
      if (!(error instanceof Offence)) throw error;
      return failure('bad-task', `${error.path === '' ? 'A task' : error.path} ${error.message}.`, `${id}, ${error.path || 'the whole'}`);
    }
  }
  return success(tasks);
}

/** What `readTaskFile` reads as the same tasks. */
export function writeTaskFile(tasks: readonly ServiceTask[]): string {
  return `[\n${tasks.map(writeTask).join(',\n')}\n]\n`;
}

export function writeTask({ raw }: ServiceTask): string {
  return writePlainJson(raw);
}

/** The union of all rubrics, in order and without repeats (spec vita §5). */
export function rubricsOf({ expectedStates, overallRubrics }: ServiceTask): readonly string[] {
  return [...new Set([...expectedStates.flatMap(({ stateRubrics }) => stateRubrics), ...overallRubrics])];
}

function readTask(field: Field): ServiceTask {
  const raw: PlainDict = field.dict();
  if (!isDict(field.value)) field.fail('an object');
  const instructions = field.at('instructions').textOr('');
  const environment = readEnvironment(field.at('environment'));
  const criteria = new Field(field.at('evaluation_criteria').dict(), 'evaluation_criteria');
  const solution = field.at('solution');
  return {
    id: field.at('id').id(),
    domains: readDomains(field.at('domain')),
    language: readLanguage(field.at('language'), instructions, environment.locations[0]?.address ?? ''),
    environment,
    profile: field.at('user_scenario').at('user_profile').dict(),
    instructions,
    expectedStates: criteria.at('expected_states').list().map(readState),
    overallRubrics: criteria.at('overall_rubrics').texts(),
    messageHistory: field.at('message_history').list().map(({ value }) => value ?? null),
    ...(solution.isMissing ? {} : { solution: solution.list().map(readStep) }),
    raw,
  };
}

const DOMAIN_SPELLINGS: ReadonlyMap<string, Domain> = new Map([
  ['delivery', 'delivery'],
  ['instore', 'instore'],
  ['in-store', 'instore'],
  ['in-store consumption', 'instore'],
  ['ota', 'ota'],
]);

/** One, or several joined by commas. */
function readDomains(field: Field): Domain[] {
  const domains = field.text().split(',').map((spelling) => {
    return DOMAIN_SPELLINGS.get(spelling.trim().toLowerCase()) ?? field.fail(`one or more of ${[...DOMAIN_SPELLINGS.keys()].join(', ')}`);
  });
  return [...new Set(domains)];
}

const HAN = /\p{Script=Han}/u;

function readLanguage(field: Field, ...samples: readonly string[]): Language {
  if (field.isMissing) return HAN.test(samples.find(Boolean) ?? '') ? 'chinese' : 'english';
  const language = field.text();
  return language === 'english' || language === 'chinese' ? language : field.fail('english or chinese');
}

function readState(field: Field): ExpectedState {
  return {
    requiredOrders: field.at('required_orders').list().map((order) => order.dict()),
    optionalOrders: field.at('optional_orders').list().map((order) => order.dict()),
    stateRubrics: field.at('state_rubrics').texts(),
  };
}

function readStep(field: Field): SolutionStep {
  const reply = field.at('reply');
  if (!reply.isMissing) return { reply: reply.text() };
  return { tool: field.at('tool').text(), arguments: field.at('arguments').dict() };
}
