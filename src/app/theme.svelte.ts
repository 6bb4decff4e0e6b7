/** Light, dark, or as the system has it; remembered in this browser. */
import { recall, remember } from './memory.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

class Theme {
  choice = $state<ThemeChoice>(THEMES.find((known) => known === recall('theme')) ?? 'system');
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  #systemIsDark = $state(this.#system.matches);

  /** What the page looks like. */
  readonly shown = $derived(this.choice === 'system' ? (this.#systemIsDark ? 'dark' : 'light') : this.choice);

  constructor() {
    this.#system.addEventListener('change', ({ matches }) => {
      this.#systemIsDark = matches;
      this.#apply();
    });
    this.#apply();
  }

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    remember('theme', choice);
    this.#apply();
  }

  /** At once, not in an effect: charts read the new colours as soon as they hear of the change. */
  #apply(): void {
    document.documentElement.dataset['theme'] = this.shown;
  }
}

export const theme = new Theme();
