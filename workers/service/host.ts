/** What the page can ask of the service worker. Bad input comes back as a value; a rejected call is a bug. */
import { transfer } from 'comlink';
import type { JsonObject } from '../../src/core/json.ts';
import { failure, success, type Result } from '../../src/core/result.ts';
import { openDatabase } from '../../src/db/database.ts';
import { cleanForeign } from '../../src/models/secrets.ts';
import { decodeJson, decodeText, encodeRollout, readServiceRollout } from '../../src/rollout/file.ts';
import type { Driver } from '../../src/rollout/format.ts';
import { serviceRollout } from '../../src/rollout/service/record.ts';
import { serviceReportLines } from '../../src/rollout/service/report.ts';
import { replayService, reportOn } from '../../src/rollout/service/verify.ts';
import { bundledSets } from '../../src/service/bundled.ts';
import { Conversation, PATIENT_LIMITS } from '../../src/service/conversation.ts';
import { SCRIPTED_USERS, scriptedUserSays } from '../../src/service/scriptedUser.ts';
import { isOnSolution, scriptedAssistantSays } from '../../src/service/solution.ts';
import { checkState } from '../../src/service/stateCheck.ts';
import { rubricsOf } from '../../src/service/taskFile/index.ts';
import type {
  ConversationRequest, ConversationView, OpenedConversation, ShownChange, ShownMessage, TablePage, TableRequest, TaskCard, TaskRef,
  UserChoice, WorldMap,
} from './messages.ts';
import { shownChanges, tableCards, tablePage, worldMap } from './tableView.ts';
import { taskCard, TaskSets } from './taskSets.ts';

const PERSON: Driver = { kind: 'human', name: 'person' };

export class ServiceHost {
  readonly #sets = new TaskSets();
  #conversation: Conversation | null = null;
  #user: UserChoice = 'sentences';
  #assistant: Driver = PERSON;
  /** Milliseconds that each tool call took, by the place of its message. */
  #elapsed = new Map<number, number>();

  /** Loads the database engine, and says which sets come with Longrun. */
  async warmUp(): Promise<readonly string[]> {
    (await openDatabase()).close();
    return bundledSets;
  }

  /** Error code: `set-unknown`. */
  async tasks(set: string): Promise<Result<readonly TaskCard[]>> {
    const tasks = await this.#sets.tasks(set);
    return tasks.ok ? success(tasks.value.map(taskCard)) : tasks;
  }

  /** Whether a file, plain or gzipped, is a list, as task files are; rollouts are not. */
  isTaskFile(bytes: Uint8Array): boolean {
    const text = decodeText(bytes, '');
    return text.ok && /^\uFEFF?\s*\[/.test(text.value);
  }

  /** All tasks of a file, plain or gzipped, as a set of this name; or none. Error codes: those of `TaskSets.add`. */
  addTasks(set: string, bytes: Uint8Array): Result<readonly TaskCard[]> {
    const tasks = this.#sets.add(set, bytes);
    return tasks.ok ? success(tasks.value.map(taskCard)) : tasks;
  }

  /** Error codes: `set-unknown`, `task-unknown`. */
  async rubrics(ref: TaskRef): Promise<Result<readonly string[]>> {
    const task = await this.#sets.task(ref);
    return task.ok ? success(rubricsOf(task.value)) : task;
  }

  /** Of the conversation's task. */
  currentRubrics(): readonly string[] {
    return this.#conversation ? rubricsOf(this.#conversation.task) : [];
  }

  /** Begins a conversation; the one before it is gone. The scripted customer has spoken. Error codes: those of `rubrics`. */
  async begin({ set, id, seed, user }: ConversationRequest): Promise<Result<ConversationView>> {
    const task = await this.#sets.task({ set, id });
    if (!task.ok) return task;
    this.#become(await Conversation.open(task.value, seed, PATIENT_LIMITS), user, PERSON);
    this.#letUserSpeak();
    return success(this.#view());
  }

  /** A conversation from a file, verified. Error codes: those of files and rollouts. */
  async open(file: string, bytes: Uint8Array): Promise<Result<OpenedConversation>> {
    const json = decodeJson(bytes, file);
    if (!json.ok) return json;
    // Somebody else's key must not be shown, nor exported from here.
    const { value, removed } = cleanForeign(json.value);
    const rollout = readServiceRollout(value as JsonObject, file);
    if (!rollout.ok) return rollout;
    const replayed = await replayService(rollout.value, file);
    if (!replayed.ok) return replayed;
    const report = reportOn(rollout.value, replayed.value);
    const { user, assistant } = rollout.value;
    const script = SCRIPTED_USERS.find((name) => user.kind === 'scripted' && user.name === name);
    this.#become(replayed.value, script ?? 'person', assistant);
    return success({ view: this.#view(), verdict: report.verdict, report: serviceReportLines(report, file), removed });
  }

  /** The assistant calls a tool. Error codes: `not-your-turn`, `no-conversation`. */
  call(name: string, given: JsonObject): Result<ConversationView> {
    return this.#move((conversation) => {
      const place = conversation.messages.length;
      const started = performance.now();
      const made = conversation.assistantSays('', [{ id: `call-${place}`, name, arguments: given }]);
      if (made.ok) this.#elapsed.set(place + 1, performance.now() - started);
      return made;
    });
  }

  /** The assistant speaks to the customer, and a scripted one answers. Error codes: those of `call`. */
  say(content: string): Result<ConversationView> {
    return this.#move((conversation) => {
      const said = conversation.assistantSays(content);
      if (said.ok) this.#letUserSpeak();
      return said;
    });
  }

  /** The person at the page speaks as the customer. Error codes: those of `call`. */
  userSays(content: string): Result<ConversationView> {
    return this.#move((conversation) => conversation.userSays(content));
  }

  /** The next step of the task's own solution. Error codes: those of `call`, `solution-left`. */
  solve(): Result<ConversationView> {
    return this.#move((conversation) => {
      const { task, messages } = conversation;
      if (!isOnSolution(task, messages)) return failure('solution-left', 'this task has no solution that goes on from here');
      const { content, calls } = scriptedAssistantSays(task, messages);
      const said = conversation.assistantSays(content, calls);
      if (said.ok && conversation.turn === 'user') this.#letUserSpeak();
      return said;
    });
  }

  /** Takes back everything after so many messages; a scripted customer speaks again. Error code: `no-conversation`. */
  async backTo(messages: number): Promise<Result<ConversationView>> {
    const conversation = this.#conversation;
    if (!conversation) return noConversation();
    this.#conversation = await conversation.upTo(messages);
    conversation.close();
    this.#elapsed = new Map([...this.#elapsed].filter(([place]) => place < messages));
    this.#letUserSpeak();
    return success(this.#view());
  }

  /** Error codes: `no-conversation`, `table-unknown`, `column-unknown`. */
  table(request: TableRequest): Result<TablePage> {
    const world = this.#conversation?.world;
    return world ? tablePage(world.database, world.tables, request) : noConversation();
  }

  /** What changed between two messages; both count messages from the beginning. */
  changes(from: number, to: number): readonly ShownChange[] {
    return shownChanges(this.#conversation?.changes(from, to) ?? []);
  }

  map(): WorldMap {
    return this.#conversation ? worldMap(this.#conversation.world.tables) : { places: [], home: null };
  }

  /** The world as a `.sqlite` file. */
  database(): Result<Uint8Array> {
    if (!this.#conversation) return noConversation();
    const bytes = this.#conversation.world.database.export();
    return transfer(success(bytes), [bytes.buffer]);
  }

  /** The conversation as a rollout file. */
  rollout(gzip: boolean): Result<Uint8Array> {
    if (!this.#conversation) return noConversation();
    const user: Driver = this.#user === 'person' ? PERSON : { kind: 'scripted', name: this.#user };
    const bytes = encodeRollout(serviceRollout(this.#conversation, { assistant: this.#assistant, user }), { gzip });
    return transfer(success(bytes), [bytes.buffer]);
  }

  #become(conversation: Conversation, user: UserChoice, assistant: Driver): void {
    this.#conversation?.close();
    this.#conversation = conversation;
    this.#user = user;
    this.#assistant = assistant;
    this.#elapsed = new Map();
  }

  #move(work: (conversation: Conversation) => Result<null>): Result<ConversationView> {
    if (!this.#conversation) return noConversation();
    const moved = work(this.#conversation);
    // Whoever it was in the file that was opened: the person at the page goes on.
    if (moved.ok) this.#assistant = PERSON;
    return moved.ok ? success(this.#view()) : moved;
  }

  #letUserSpeak(): void {
    const conversation = this.#conversation;
    if (!conversation || this.#user === 'person' || conversation.turn !== 'user') return;
    conversation.userSays(scriptedUserSays(this.#user, conversation.task, conversation.messages));
  }

  #view(): ConversationView {
    const conversation = this.#conversation as Conversation;
    const { task, seed, messages, turn, termination, world } = conversation;
    return {
      task: taskCard(task),
      seed,
      user: this.#user,
      messages: messages.map((message, place): ShownMessage => {
        if (message.role !== 'tool') return message;
        return { ...message, changes: message.changes.length, elapsed: this.#elapsed.get(place) ?? null };
      }),
      turn,
      isOnSolution: isOnSolution(task, messages),
      termination,
      hash: conversation.hashAfter(messages.length),
      state: checkState(world.tables, task),
      tables: tableCards(world.database, world.tables),
    };
  }
}

function noConversation(): Result<never> {
  return failure('no-conversation', 'no conversation is open');
}
