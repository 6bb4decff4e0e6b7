import type { WireName } from '../families.ts';
import { anthropic } from './anthropic.ts';
import type { WireFormat } from './format.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';

export const wireFormats: Readonly<Record<WireName, WireFormat>> = { openai, anthropic, gemini };
