/** What depends on the model and not on its endpoint, read from its name. */
import type { FamilyName } from './families.ts';

/** OpenAI's reasoning models take `max_completion_tokens` and no sampling parameters. */
export function isOpenAiReasoningModel(model: string): boolean {
  return /(^|[/:])(o\d|gpt-([5-9]|\d\d)|codex)/.test(model) && !/-chat/.test(model);
}

/** Elsewhere the endpoint translates, or the name means nothing. */
export function followsOpenAiRules(family: FamilyName): boolean {
  return family === 'openai' || family === 'custom';
}

export interface ClaudeRules {
  /** From Opus 4.7 and generation 5 on, temperature and the like are refused. */
  readonly sampling: boolean;
  readonly thinking: 'adaptive' | 'budget' | 'none';
  readonly thinksUnasked: boolean;
  /** `max_tokens` is required, and more than a model can write is refused. */
  readonly usualMaxTokens: number;
}

export function claudeRules(model: string): ClaudeRules {
  const old = /claude-(?:([1-3])(?:[-.](\d))?|instant|v\d)(?!\d)/.exec(model); // claude-3-5-sonnet-…
  if (old) {
    const thinks = old[1] === '3' && old[2] === '7';
    return { sampling: true, thinking: thinks ? 'budget' : 'none', thinksUnasked: false, usualMaxTokens: 4096 };
  }
  // A date is no minor version: claude-opus-4-20250514.
  const named = /claude-([a-z]+)-(\d+)(?:[-.](\d{1,2}))?(?!\d)/.exec(model);
  const version = Number(named?.[2] ?? 99) + Number(named?.[3] ?? 0) / 100; // a name without a version is newer than this file
  const sampling = version < 5 && !(named?.[1] === 'opus' && version >= 4.07);
  const adaptive = version >= 5 || (version >= 4.06 && named?.[1] !== 'haiku');
  return { sampling, thinking: adaptive ? 'adaptive' : 'budget', thinksUnasked: version >= 5, usualMaxTokens: 16_384 };
}

/** 2 for `gemini-2.5-pro`; unknown names count as new. */
export function geminiGeneration(model: string): number {
  return Number(/gemini-(\d+)/.exec(model)?.[1] ?? 99);
}
