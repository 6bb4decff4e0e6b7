/** The language of the page: what its reader chose, else the browser's, else English. English readers load no other. */
import { recall, remember } from './memory.ts';
import { english } from './texts/en/index.ts';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export type TextName = keyof typeof english;

/** Everything that depends on the language: all of it changes at once. */
export interface Words {
  /** As in `lang` attributes. */
  readonly tag: string;
  /** For numbers and dates. */
  readonly locale: string;
  readonly texts: Readonly<Record<TextName, string>>;
  /** What the engine says in English, in this language. */
  readonly engineWords: Readonly<Record<string, string>>;
}

const ENGLISH: Words = { tag: 'en', locale: 'en-US', texts: english, engineWords: {} };

class PageLanguage {
  /** What was asked for; the words follow as soon as they are there. */
  choice = $state<Language>('en');
  /** Whether the words of the last choice could not be loaded. */
  hasFailed = $state(false);
  #words = $state.raw(ENGLISH);

  get words(): Words {
    return this.#words;
  }

  /** To be awaited before the page is shown. */
  async start(): Promise<void> {
    const chosen = recall('language');
    await this.#show(LANGUAGES.find((known) => known === chosen) ?? languageOf(navigator.languages));
  }

  async choose(language: Language): Promise<void> {
    remember('language', language);
    await this.#show(language);
  }

  async #show(language: Language): Promise<void> {
    this.choice = language;
    const words = language === 'en' ? ENGLISH : await loadChinese();
    // Meanwhile another may have been chosen.
    if (this.choice !== language) return;
    this.hasFailed = words === null;
    if (words === null) this.choice = 'en';
    this.#words = words ?? ENGLISH;
    document.documentElement.lang = this.#words.tag;
    document.title = this.#words.texts.pageTitle;
  }
}

/** The first of the reader's languages that the page speaks. */
export function languageOf(tags: readonly string[]): Language {
  const spoken = tags.map((tag) => LANGUAGES.find((known) => tag.toLowerCase().split('-')[0] === known));
  return spoken.find((language) => language !== undefined) ?? 'en';
}

async function loadChinese(): Promise<Words | null> {
  try {
    const { chinese, engineWords } = await import('./texts/zh/index.ts');
    return { tag: 'zh-Hans', locale: 'zh-CN', texts: chinese, engineWords };
  } catch {
    return null;
  }
}

export const language = new PageLanguage();
