/** What the controls say: preset, seed, bot and horizon, as typed and as a request. */
import type { Catalogue, PresetCard, RunRequest } from '../../../workers/startup/messages.ts';
import { text } from '../texts.ts';
import { DEFAULT_SETTINGS, HORIZON_MAX, SEED_MAX, formatLink, parseLink, wholeNumber } from './link.ts';

/** A preset from a file of the user's own, known to be valid. */
export interface OwnPreset {
  readonly file: string;
  readonly text: string;
  readonly card: PresetCard;
}

/** Random seeds have at most six digits: they get read aloud in class. */
const RANDOM_SEEDS = 1_000_000;

export class Setup {
  readonly #catalogue: () => Catalogue | null;
  /** A preset's name, or the file name of `own`. */
  preset = $state(DEFAULT_SETTINGS.preset);
  own = $state.raw<OwnPreset | null>(null);
  seed = $state(String(DEFAULT_SETTINGS.seed));
  /** Empty: the preset's own. */
  horizon = $state('');
  bot = $state(DEFAULT_SETTINGS.bot);

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

  /** Null while something typed is wrong. */
  readonly request: RunRequest | null = $derived.by(() => {
    if (this.#seedNumber === null || this.horizonProblem !== null) return null;
    return {
      preset: this.own?.file === this.preset ? { file: this.own.file, text: this.own.text } : { name: this.preset },
      seed: this.#seedNumber,
      bot: this.bot,
      ...(this.#horizonNumber === null ? {} : { horizonYears: this.#horizonNumber }),
    };
  });

  /** The link to these settings; null while something typed is wrong. */
  readonly link: string | null = $derived(
    this.request && formatLink({ preset: this.preset, seed: this.request.seed, bot: this.bot, horizon: this.request.horizonYears ?? null }),
  );

  constructor(catalogue: () => Catalogue | null) {
    this.#catalogue = catalogue;
  }

  /** Takes the settings of a link; returns a sentence for each that is wrong. */
  follow(fragment: string, catalogue: Catalogue): string[] {
    const { settings, problems } = parseLink(fragment, this.#withOwn(catalogue));
    this.preset = settings.preset;
    this.seed = String(settings.seed);
    this.bot = settings.bot;
    this.horizon = settings.horizon === null ? '' : String(settings.horizon);
    return problems;
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
