import type { Command } from 'commander';
import { labelTrajectory } from '../../agents/service/labelRun.ts';
import { spentOn, sum, type AssistantSpeaker } from '../../agents/service/serviceRun.ts';
import { failure } from '../../core/result.ts';
import { nothingSpent, type Spent } from '../../models/budget.ts';
import { printable } from '../../rollout/report.ts';
import type { ServiceRollout } from '../../rollout/service/format.ts';
import { scoreOf, stepsOf } from '../../rollout/service/judgement.ts';
import { claimsOf, serviceRollout } from '../../rollout/service/record.ts';
import type { Conversation } from '../../service/conversation.ts';
import { fail, orFail } from '../exit.ts';
import { goOnLine } from '../goOn.ts';
import { encodeFor, written } from '../output.ts';
import { attend, type Attended } from '../playService.ts';
import { openRollout } from '../serviceFile.ts';
import { addLabellerOptions, Answering, assistantFrom, MODEL_HELP, type AssistantOptions } from '../serviceRoles.ts';
import { addTermOptions, capsOf, type TermOptions } from '../terms.ts';
import { foundIn, trialsFound } from '../trialsIn.ts';

type Options = Pick<AssistantOptions, 'baseUrl' | 'thinking'> & TermOptions & { readonly model: string };
type Labeller = Extract<AssistantSpeaker, { kind: 'model' }>;

const HELP = `
Only failures are labelled: conversations whose judge found something unmet. The labels stand in
the rollouts beside those of others. What the model has labelled already is not asked again.

${MODEL_HELP}`;

export function addServiceLabel(parent: Command): void {
  const command = parent
    .command('label')
    .description('let a model say why trials failed, by the classes of errors')
    .argument('<files|folders...>', 'service rollouts, folders of experiments');
  addTermOptions(addLabellerOptions(command), 'calls of the model').addHelpText('after', HELP).action(label);
}

async function label(paths: readonly string[], options: Options, command: Command): Promise<void> {
  const answering = orFail(await Answering.open(options));
  const labeller = answering && orFail(await assistantFrom(options.model, options, answering));
  const found = labeller && orFail(await foundIn(paths));
  if (!answering || labeller?.kind !== 'model' || !found) return;
  const [other] = found.results;
  if (other) return fail(failure('trials-foreign', 'a results file has no place for labels: name rollouts, or folders of experiments', other.path));
  const trials = trialsFound(found);
  const failed = found.rollouts.filter((_, i) => trials[i]?.success === false);
  const { name } = labeller.caller.driver;
  const left = failed.filter(({ rollout }) => !rollout.labels?.some(({ by }) => by.name === name));
  process.stderr.write(`${found.rollouts.length} rollouts, ${failed.length} of them failures, ${left.length} of these to label\n`);
  let spent = nothingSpent;
  for (const { path, rollout } of left) {
    const opened = orFail(await openRollout(rollout, path));
    if (!opened) return;
    const after = await labelOne(path, rollout, opened.conversation, labeller, spent, options, [...answering.keys]);
    opened.conversation.close();
    if (!after) {
      process.stderr.write(goOnLine(['service', 'label', ...paths], command, ['model', 'baseUrl', 'thinking', 'prices']));
      return;
    }
    spent = after;
  }
}

/** What was spent then; null: it is paused, which has been said. */
async function labelOne(
  path: string,
  rollout: ServiceRollout,
  conversation: Conversation,
  labeller: Labeller,
  before: Spent,
  options: Options,
  keys: readonly string[],
): Promise<Spent | null> {
  let [spent, labels] = [before, rollout.labels];
  const judgement = rollout.judgements?.filter((each) => scoreOf(each) !== null).at(-1);
  const states = judgement ? (stepsOf(conversation.task, judgement).at(-1)?.states ?? []) : [];
  const subject: Attended = {
    messages: conversation.messages.length,
    judgements: [],
    get spent() {
      return spent;
    },
    keep: async () => labels === rollout.labels || written(path, encodeFor(path, serviceRollout(conversation, { ...claimsOf(rollout), labels }), keys)),
  };
  const isDone = await attend(subject, capsOf(options), async ({ save, ...asking }) => {
    const labelled = await labelTrajectory(conversation, states, labeller, { ...asking, spentElsewhere: () => before });
    if (labelled.kind !== 'labelled') return { ...labelled, by: 'judge' };
    const { reading, call } = labelled;
    spent = sum(before, spentOn([call]));
    labels = [...(rollout.labels ?? []), ...reading.labels.map((given) => ({ ...given, by: labeller.caller.driver }))];
    await save();
    const said = reading.labels.map((given) => `\n  ${given.label}${given.note === '' ? '' : `: ${printable(given.note)}`}`).join('');
    process.stdout.write(`${path}: ${reading.quality === 'unreadable' ? 'the answer could not be read' : said || 'no error named'}\n`);
    return { kind: 'over' };
  });
  return isDone ? spent : null;
}
