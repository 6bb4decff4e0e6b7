/** Judges beside each other, and beside a person: who differs, which verdicts turned, how far two agree (spec vita §§5, 6). */
import { agreement, cohensKappa, type RatedPair } from '../metrics/estimators.ts';
import type { Span } from './windows.ts';

/** Whether something is met; null: nobody says. */
export type Verdict = boolean | null;

/** What a judge, or a person, says of one trajectory. */
export interface Opinion {
  /** By the task's rubrics, in their order; empty where the wish was judged as a whole. */
  readonly rubrics: readonly Verdict[];
  /** Whether all is met. */
  readonly task: Verdict;
}

/** One judge's way to its verdicts. */
export interface Judged {
  /** False: it judged the wish as a whole, which is its only verdict. */
  readonly withRubrics: boolean;
  /** At the end; null where it failed, as an error is no verdict. */
  readonly verdicts: readonly Verdict[];
  /** After each window. Before the first, all are unmet. */
  readonly windows: readonly { readonly span: Span; readonly met: readonly boolean[] }[];
}

/** A window after which a verdict was another. */
export interface Flip {
  readonly span: Span;
  readonly from: boolean;
  readonly to: boolean;
}

/** One thing that is judged; `verdicts` and `flips` by judge. */
export interface ComparedItem {
  readonly verdicts: readonly Verdict[];
  readonly flips: readonly (readonly Flip[])[];
  /** The person's. */
  readonly mark: Verdict;
  /** Among judges and person, one says met and another unmet. */
  readonly isDisputed: boolean;
}

/** How often two say the same of n things that both have a verdict on; null where it is undefined. */
export interface Figures {
  readonly n: number;
  readonly agreement: number | null;
  readonly kappa: number | null;
}

export interface Agreement {
  readonly rubrics: Figures;
  /** Whether all is met. */
  readonly tasks: Figures;
}

export interface Comparison {
  readonly rubrics: readonly ComparedItem[];
  /** By the judges that were not shown the rubrics; the others have no verdict here. Null: there are none such. */
  readonly whole: ComparedItem | null;
  /** Whether all is met, rubric by rubric or as a whole. */
  readonly task: ComparedItem;
}

/** `marks`: the person's, by rubric. */
export function compare(judges: readonly Judged[], marks: readonly Verdict[]): Comparison {
  const flips = judges.map(flipsOf);
  const person = opinionOf({ withRubrics: true, verdicts: marks });
  const item = (verdicts: Verdict[], itsFlips: (readonly Flip[])[], mark: Verdict): ComparedItem => {
    return { verdicts, flips: itsFlips, mark, isDisputed: differ([...verdicts, mark]) };
  };
  const none = judges.map(() => []);
  return {
    rubrics: marks.map((mark, i) => {
      const has = (judge: Judged) => judge.withRubrics;
      return item(
        judges.map((judge) => (has(judge) ? (judge.verdicts[i] ?? null) : null)),
        judges.map((judge, j) => (has(judge) ? (flips[j]?.[i] ?? []) : [])),
        mark,
      );
    }),
    whole: judges.every(({ withRubrics }) => withRubrics)
      ? null
      : item(
          judges.map(({ withRubrics, verdicts }) => (withRubrics ? null : (verdicts[0] ?? null))),
          judges.map(({ withRubrics }, j) => (withRubrics ? [] : (flips[j]?.[0] ?? []))),
          null,
        ),
    task: item(judges.map((judge) => opinionOf(judge).task), none, person.task),
  };
}

/** One that is unmet decides the task, whatever the others are. */
export function opinionOf({ withRubrics, verdicts }: Pick<Judged, 'withRubrics' | 'verdicts'>): Opinion {
  const isUndecided = verdicts.length === 0 || verdicts.includes(null);
  return { rubrics: withRubrics ? verdicts : [], task: verdicts.includes(false) ? false : isUndecided ? null : true };
}

/** Two raters of the same trajectories. */
export function agreementOf(trajectories: readonly (readonly [Opinion, Opinion])[]): Agreement {
  const rubrics = trajectories.flatMap(([first, second]) => first.rubrics.map((verdict, i) => [verdict, second.rubrics[i] ?? null] as const));
  return { rubrics: figuresOf(rubrics), tasks: figuresOf(trajectories.map(([first, second]) => [first.task, second.task])) };
}

/** By what is judged. One that failed has none, since nothing follows from where it stopped. */
function flipsOf({ verdicts, windows }: Judged): Flip[][] {
  return verdicts.map((verdict, i) => {
    if (verdict === null) return [];
    return windows.flatMap(({ span, met }, place): Flip[] => {
      const [from, to] = [windows[place - 1]?.met[i] ?? false, met[i] ?? false];
      return from === to ? [] : [{ span, from, to }];
    });
  });
}

function differ(verdicts: readonly Verdict[]): boolean {
  return verdicts.includes(true) && verdicts.includes(false);
}

function figuresOf(pairs: readonly (readonly [Verdict, Verdict])[]): Figures {
  const rated = pairs.filter((pair): pair is RatedPair => !pair.includes(null));
  return { n: rated.length, agreement: agreement(rated), kappa: cohensKappa(rated) };
}
