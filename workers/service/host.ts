/** What the page can ask of the service worker. Bad input comes back as a value; a rejected call is a bug. */
import { transfer } from 'comlink';
import type { Unanswered } from '../../src/agents/modelCall.ts';
import { serviceRolePlans } from '../../src/agents/service/plan.ts';
import {
  driverOfAssistant, driverOfUser, ServiceRun, settingsOfAssistant, settingsOfUser, type AssistantSpeaker, type StepOptions, type UserSpeaker,
} from '../../src/agents/service/serviceRun.ts';
import { judgeWindow, spentOnJudgements } from '../../src/agents/service/trial.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { failure, success, type Result } from '../../src/core/result.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Caps } from '../../src/models/budget.ts';
import type { RolePlan } from '../../src/models/estimate.ts';
import { cleanForeign } from '../../src/models/secrets.ts';
import { decodeJson, decodeText, encodeRollout, readServiceRollout } from '../../src/rollout/file.ts';
import type { Driver } from '../../src/rollout/format.ts';
import { serviceReportLines } from '../../src/rollout/service/report.ts';
import { replayService, reportOn } from '../../src/rollout/service/verify.ts';
import { bundledSets } from '../../src/service/bundled.ts';
import { Conversation, DEFAULT_LIMITS, PATIENT_LIMITS, repeatIn } from '../../src/service/conversation.ts';
import type { WindowSize } from '../../src/service/judge/windows.ts';
import { ASSISTANT_PROMPT } from '../../src/service/prompts/assistant.ts';
import { JUDGE_PROMPT } from '../../src/service/prompts/judge.ts';
import { USER_PROMPT } from '../../src/service/prompts/user.ts';
import type { Role, Speaker } from '../../src/service/roles.ts';
import { SCRIPTED_USERS, scriptedUserSays } from '../../src/service/scriptedUser.ts';
import { isOnSolution, scriptedAssistantSays } from '../../src/service/solution.ts';
import { rubricsOf } from '../../src/service/taskFile/index.ts';
import type {
  ConversationRequest, ConversationView, MessageDetails, Moved, OpenedConversation, ServiceHalt, ShownChange, SideView, TablePage, TableRequest,
  TaskCard, TaskRef, UserChoice, WorldMap,
} from './messages.ts';
import { Experiments } from './experiments.ts';
import { JudgeLab } from './judgeLab.ts';
import { Cast, type AssistantChoice, type CustomerChoice, type JudgeChoice, type RoleCalls } from './roles.ts';
import { messageDetails, runView, sideView } from './runView.ts';
import { shownChanges, tablePage, worldMap } from './tableView.ts';
import { taskCard, TaskSets } from './taskSets.ts';

export class ServiceHost {
  readonly #sets = new TaskSets();
  readonly experiments = new Experiments(this.#sets);
  readonly lab = new JudgeLab();
  #run: ServiceRun | null = null;
  /** The customer that it began with. */
  #began: UserChoice = 'sentences';
  #cast: Cast | null = null;
  /** Who speaks from now on; each takes its role over when it is its turn. */
  #assistant: AssistantChoice = { kind: 'person' };
  #user: CustomerChoice = { kind: 'person' };
  /** Of the call under way. */
  #stop = new AbortController();
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
    return this.#run ? rubricsOf(this.#run.conversation.task) : [];
  }

  /** Who makes the calls of models; to be said once. */
  connect(calls: RoleCalls): void {
    this.#cast = new Cast(calls);
  }

  /** Who speaks from now on. Before `connect` a model cannot. */
  configure(assistant: AssistantChoice, user: CustomerChoice): void {
    this.#assistant = assistant;
    this.#user = user;
  }

  /** Begins a conversation; the one before it is gone. A scripted customer has spoken. Error codes: those of `rubrics`. */
  async begin({ set, id, seed, user }: ConversationRequest): Promise<Result<ConversationView>> {
    const task = await this.#sets.task({ set, id });
    if (!task.ok) return task;
    const conversation = await Conversation.open(task.value, seed, PATIENT_LIMITS);
    this.#become(new ServiceRun(conversation, { kind: 'person' }, { kind: 'person' }), user);
    this.#user = user === 'person' || user === 'model' ? { kind: 'person' } : { kind: 'scripted', script: user };
    this.#letScriptSpeak();
    return success(this.#view());
  }

  /** A conversation from a file, verified. Whoever it was in the file is named until somebody else speaks. Error codes: those of files and rollouts. */
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
    const { user, assistant, settings } = rollout.value;
    const run = ServiceRun.resumed(replayed.value, rollout.value, person(assistant, settings?.assistant), person(user, settings?.user));
    this.#become(run, choiceOf(user));
    return success({ view: this.#view(), verdict: report.verdict, report: serviceReportLines(report, file), removed });
  }

  /** The person as the assistant calls a tool. Error codes: `not-your-turn`, `no-conversation`. */
  call(name: string, given: JsonObject): Result<ConversationView> {
    return this.#move('assistant', ({ conversation }) => {
      const place = conversation.messages.length;
      const started = performance.now();
      const made = conversation.assistantSays('', [{ id: `call-${place}`, name, arguments: given }]);
      if (made.ok) this.#elapsed.set(place + 1, performance.now() - started);
      return made;
    });
  }

  /** The person speaks as the assistant, and a scripted customer answers. Error codes: those of `call`. */
  say(content: string): Result<ConversationView> {
    return this.#move('assistant', ({ conversation }) => conversation.assistantSays(content));
  }

  /** The person speaks as the customer. Error codes: those of `call`. */
  userSays(content: string): Result<ConversationView> {
    return this.#move('user', ({ conversation }) => conversation.userSays(content));
  }

  /** The person takes the next step of the task's own solution. Error codes: those of `call`, `solution-left`. */
  solve(): Result<ConversationView> {
    return this.#move('assistant', ({ conversation }) => {
      const { task, messages } = conversation;
      if (!isOnSolution(task, messages)) return failure('solution-left', 'this task has no solution that goes on from here');
      const { content, calls } = scriptedAssistantSays(task, messages);
      return conversation.assistantSays(content, calls);
    });
  }

  /** Whose turn it is speaks, unless it is a person. Error code: `no-conversation`. */
  async step(caps: Caps): Promise<Result<Moved>> {
    const run = await this.#unlimitedOnlyForPersons();
    if (!run) return noConversation();
    const { turn, messages } = run.conversation;
    if (turn === 'assistant') run.assistant = this.#speakingAssistant(run);
    if (turn === 'user') run.user = this.#speakingUser(run);
    const before = messages.length;
    const result = await run.step(this.#options(caps, () => spentOnJudgements(run.remarks.judgements ?? [])));
    if (run.conversation.messages.length > before) this.#forgetRemarks(run);
    return success({ view: this.#view(), halt: 'by' in result && result.kind !== 'said' ? haltOf(result) : null });
  }

  /** One window, of a new judgement or of the one that this judge left unfinished. Error code: `no-conversation`. */
  async judgeStep(choice: JudgeChoice, caps: Caps): Promise<Result<Moved & { readonly isOver: boolean }>> {
    const run = this.#run;
    if (!run || !this.#cast) return noConversation();
    const result = await judgeWindow(run, this.#cast.judging(choice), this.#options(caps));
    const isJudged = result.kind === 'judged';
    return success({ view: this.#view(), halt: isJudged ? null : haltOf(result), isOver: isJudged && result.isOver });
  }

  /** Gives up the call under way, whose step ends at once. */
  abort(): void {
    this.#stop.abort();
  }

  /** Of a model's message; null for any other. */
  details(place: number): MessageDetails | null {
    const call = this.#run?.calls.get(place);
    return call ? messageDetails(call) : null;
  }

  /** What one side is shown of the conversation. Error code: `no-conversation`. */
  sideView(side: Speaker): Result<SideView> {
    const run = this.#run;
    if (!run) return noConversation();
    const speaker = side === 'assistant' ? this.#speakingAssistant(run) : this.#speakingUser(run);
    return success(sideView(run.conversation, run.calls, side, speaker));
  }

  /** What models are told that are told nothing else, in the language of the conversation's task; null: there is none. */
  prompts(): Readonly<Record<Role, string>> | null {
    const language = this.#run?.conversation.task.language;
    return language ? { assistant: ASSISTANT_PROMPT[language], user: USER_PROMPT[language], judge: JUDGE_PROMPT[language] } : null;
  }

  /** What a run of the task will take of models in all three roles, roughly; without prices. */
  plans(window: WindowSize | null): readonly RolePlan[] {
    const terms = { price: null };
    return this.#run ? serviceRolePlans(this.#run.conversation.task, { assistant: terms, user: terms, judge: terms }, window) : [];
  }

  /** Takes back everything after so many messages; a scripted customer speaks again. Error code: `no-conversation`. */
  async backTo(messages: number): Promise<Result<ConversationView>> {
    const run = this.#run;
    if (!run) return noConversation();
    this.abort();
    const conversation = await run.conversation.upTo(messages);
    run.conversation.close();
    const kept = conversation.messages.length;
    const { assistant, user } = run;
    this.#run = new ServiceRun(conversation, assistant, user, new Map([...run.calls].filter(([place]) => place < kept)));
    this.#elapsed = new Map([...this.#elapsed].filter(([place]) => place < kept));
    this.#letScriptSpeak();
    return success(this.#view());
  }

  /** Error codes: `no-conversation`, `table-unknown`, `column-unknown`. */
  table(request: TableRequest): Result<TablePage> {
    const world = this.#run?.conversation.world;
    return world ? tablePage(world.database, world.tables, request) : noConversation();
  }

  /** What changed between two messages; both count messages from the beginning. */
  changes(from: number, to: number): readonly ShownChange[] {
    return shownChanges(this.#run?.conversation.changes(from, to) ?? []);
  }

  map(): WorldMap {
    return this.#run ? worldMap(this.#run.conversation.world.tables) : { places: [], home: null };
  }

  /** The world as a `.sqlite` file. */
  database(): Result<Uint8Array> {
    if (!this.#run) return noConversation();
    const bytes = this.#run.conversation.world.database.export();
    return transfer(success(bytes), [bytes.buffer]);
  }

  /** The conversation, and all that was said of it, as a rollout file. */
  rollout(gzip: boolean): Result<Uint8Array> {
    if (!this.#run) return noConversation();
    const bytes = encodeRollout(this.#run.rollout(), { gzip });
    return transfer(success(bytes), [bytes.buffer]);
  }

  #become(run: ServiceRun, began: UserChoice): void {
    this.abort();
    this.#run?.conversation.close();
    this.#run = run;
    this.#began = began;
    this.#elapsed = new Map();
  }

  /** The person at the page takes a side's turn, whoever else plays it; a call under way is given up. */
  #move(as: Speaker, work: (run: ServiceRun) => Result<null>): Result<ConversationView> {
    const run = this.#run;
    if (!run) return noConversation();
    this.abort();
    const moved = work(run);
    if (!moved.ok) return moved;
    run[as] = { kind: 'person' };
    this.#forgetRemarks(run);
    this.#letScriptSpeak();
    return success(this.#view());
  }

  #letScriptSpeak(): void {
    const { conversation } = this.#run as ServiceRun;
    if (this.#user.kind !== 'scripted' || conversation.turn !== 'user') return;
    (this.#run as ServiceRun).user = this.#user;
    conversation.userSays(scriptedUserSays(this.#user.script, conversation.task, conversation.messages));
  }

  /** A person may try things out; whoever else is the assistant from the beginning has the usual limits (spec vita §4). */
  async #unlimitedOnlyForPersons(): Promise<ServiceRun | null> {
    const run = this.#run;
    const isUnlimited = run?.conversation.limits.steps === PATIENT_LIMITS.steps;
    if (!run || !isUnlimited || this.#assistant.kind === 'person' || run.conversation.messages.slice(1).some(({ role }) => role === 'assistant')) return run;
    const { task, seed, messages } = run.conversation;
    const conversation = await Conversation.open(task, seed, DEFAULT_LIMITS);
    for (const message of messages.slice(1)) repeatIn(conversation, message);
    run.conversation.close();
    return (this.#run = new ServiceRun(conversation, run.assistant, run.user, run.calls));
  }

  /** A person who has not spoken yet is in the place of whoever has. */
  #speakingAssistant({ assistant }: ServiceRun): AssistantSpeaker {
    if (this.#assistant.kind !== 'person') return this.#cast?.assistant(this.#assistant) ?? assistant;
    return assistant.kind === 'person' ? assistant : person(driverOfAssistant(assistant), settingsOfAssistant(assistant));
  }

  #speakingUser({ user }: ServiceRun): UserSpeaker {
    if (this.#user.kind !== 'person') return this.#cast?.user(this.#user) ?? user;
    return user.kind === 'person' ? user : person(driverOfUser(user), settingsOfUser(user));
  }

  /** Verdicts on another trajectory hold no longer. */
  #forgetRemarks(run: ServiceRun): void {
    run.remarks = {};
  }

  #options(caps: Caps, spentElsewhere?: StepOptions['spentElsewhere']): StepOptions {
    this.abort();
    this.#stop = new AbortController();
    return { caps, signal: this.#stop.signal, now: () => performance.now(), ...(spentElsewhere ? { spentElsewhere } : {}) };
  }

  #view(): ConversationView {
    return runView(this.#run as ServiceRun, this.#began, this.#elapsed);
  }
}

function person<Settings>(driver: Driver, asked: Settings | undefined) {
  return { kind: 'person', driver, ...(asked === undefined ? {} : { asked }) } as const;
}

/** Who would go on as the customer. */
function choiceOf({ kind, name }: Driver): UserChoice {
  if (kind === 'scripted') return SCRIPTED_USERS.find((script) => script === name) ?? 'person';
  return kind === 'model' || kind === 'cassette' ? 'model' : 'person';
}

function haltOf(unanswered: Unanswered & { readonly by: Role }): ServiceHalt {
  const { by } = unanswered;
  if (unanswered.kind === 'capped') return { by, message: unanswered.exceeded.message, advice: '', isCancelled: false };
  const { code, message, advice } = unanswered.failure;
  return { by, message, advice, isCancelled: code === 'cancelled' };
}

function noConversation(): Result<never> {
  return failure('no-conversation', 'no conversation is open');
}
