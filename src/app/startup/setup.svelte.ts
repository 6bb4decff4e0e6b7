/** What the controls say: preset, seed, driver and horizon, as typed and as a request. */
import type { Catalogue, DriverChoice, PresetCard, RunFacts, RunRequest } from '../../../workers/startup/messages.ts';
import { recall, remember } from '../memory.ts';
import { text } from '../texts.ts';
import { DEFAULT_SETTINGS, HORIZON_MAX, SEED_MAX, formatLink, parseLink, wholeNumber, type DriverKind } from './link.ts';

/** A preset from a file of the user's own, known to be valid. */
export interface OwnPreset {
  readonly file: string;
  readonly text: string;
  readonly card: PresetCard;
}

/** What a model or a recording was set up as. */
type OtherDriver = (kind: 'model' | 'recording') => DriverChoice | null;

/** Of a person who has told no name. */
const NAMELESS = 'player';

/** Random seeds have at most six digits: they get read aloud in class. */
const RANDOM_SEEDS = 1_000_000;

export class Setup {
  readonly #catalogue: () => Catalogue | null;
  readonly #otherDriver: OtherDriver;
  /** A preset's name, or the file name of `own`. */
  preset = $state(DEFAULT_SETTINGS.preset);
  own = $state.raw<OwnPreset | null>(null);
  seed = $state(String(DEFAULT_SETTINGS.seed));
  /** Empty: the preset's own. */
  horizon = $state('');
  driver = $state<DriverKind>(DEFAULT_SETTINGS.driver);
  bot = $state(DEFAULT_SETTINGS.bot);
  /** What the person at this page is called in their runs; may be empty. */
  person = $state(recall('person') ?? '');

  readonly card: PresetCard | null = $derived.by(() => {
    if (this.own?.file === this.preset) return this.own.card;
    return this.#catalogue()?.presets.find(({ name }) => name === this.preset) ?? null;
  });
  readonly botSummary: string = $derived.by(() => this.#catalogue()?.bots.find(({ name }) => name === this.bot)?.summary ?? '');
  readonly #seedNumber = $derived(wholeNumber(this.seed, 0, SEED_MAX));
  readonly #horizonNumber = $derived(wholeNumber(this.horizon, 1, HORIZON_MAX));
  readonly seedProblem: string | null = $derived(this.#seedNumber === null ? text('seedInvalid', { high: SEED_MAX }) : null);
  readonly horizonProblem: string | null = $derived(
    this.horizon.trim() === '' || this.#horizonNumber !== null ? null : text('horizonInvalid', { high: HORIZON_MAX }),
  );

  /** The world that is asked for; null while something typed is wrong. */
  readonly world: Omit<RunRequest, 'driver'> | null = $derived.by(() => {
    if (this.#seedNumber === null || this.horizonProblem !== null) return null;
    return {
      preset: this.own?.file === this.preset ? { file: this.own.file, text: this.own.text } : { name: this.preset },
      seed: this.#seedNumber,
      ...(this.#horizonNumber === null ? {} : { horizonYears: this.#horizonNumber }),
    };
  });

  /** A world and who drives in it; null while one of the two is missing. */
  readonly request: RunRequest | null = $derived.by(() => {
    const driver = this.driverOf(this.driver);
    return this.world && driver && { ...this.world, driver };
  });

  /** The link to these settings; null while something typed is wrong. */
  readonly link: string | null = $derived(
    this.world && formatLink({
      preset: this.preset,
      seed: this.world.seed,
      driver: this.driver,
      bot: this.bot,
      horizon: this.world.horizonYears ?? null,
    }),
  );

  /** `otherDriver`: who drives if neither a bot nor a person does. */
  constructor(catalogue: () => Catalogue | null, otherDriver: OtherDriver) {
    this.#catalogue = catalogue;
    this.#otherDriver = otherDriver;
  }

  get personName(): string {
    return this.person.trim() || NAMELESS;
  }

  /** Who would drive; null while a model or a recording is not set up. */
  driverOf(kind: DriverKind): DriverChoice | null {
    if (kind === 'bot') return { kind, name: this.bot };
    if (kind === 'human') return { kind, name: this.personName };
    return this.#otherDriver(kind);
  }

  namePerson(name: string): void {
    this.person = name;
    remember('person', name.trim());
  }

  /** Takes the settings of a link; returns a sentence for each that is wrong. */
  follow(fragment: string, catalogue: Catalogue): string[] {
    const { settings, problems } = parseLink(fragment, this.#withOwn(catalogue));
    this.preset = settings.preset;
    this.seed = String(settings.seed);
    this.driver = settings.driver;
    this.bot = settings.bot;
    this.horizon = settings.horizon === null ? '' : String(settings.horizon);
    return problems;
  }

  /** A built-in preset with its own horizon. */
  choose(preset: string, seed: number): void {
    this.preset = preset;
    this.seed = String(seed);
    this.horizon = '';
  }

  /** Says what a run was made with, as far as the fields can: the preset itself is in the run. */
  take({ presetName, horizonYears, seed }: Pick<RunFacts, 'presetName' | 'horizonYears' | 'seed'>, driver: DriverKind): void {
    const known = this.#catalogue()?.presets.find(({ name }) => name === presetName);
    if (known) this.preset = known.name;
    this.seed = String(seed);
    this.horizon = known && known.horizonYears === horizonYears ? '' : String(horizonYears);
    this.driver = driver;
  }

  drawSeed(): void {
    const [draw = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.seed = String(draw % RANDOM_SEEDS);
  }

  useOwn(own: OwnPreset): void {
    this.own = own;
    this.preset = own.file;
  }

  #withOwn(catalogue: Catalogue): Catalogue {
    return this.own ? { ...catalogue, presets: [...catalogue.presets, { ...this.own.card, name: this.own.file }] } : catalogue;
  }
}
