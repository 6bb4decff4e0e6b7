/** Compatibility records of the hosted endpoints. */
import type { Family } from './families.ts';

const openAiLike = {
  wire: 'openai',
  local: false,
  auth: 'bearer',
  needsKey: true,
  headers: {},
  browserHeaders: {},
  modelsPath: '/models',
  modelsNeedKey: true,
  objectToolChoice: true,
  seed: true,
  streamUsage: true,
  extraBody: {},
} as const;

export const cloudFamilies = {
  openai: {
    ...openAiLike,
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    thinking: 'reasoning-effort',
    corsNote: 'OpenAI lets any page call it. If nothing comes back, check the network, ad blockers and company proxies.',
  },
  openrouter: {
    ...openAiLike,
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    modelsNeedKey: false,
    thinking: 'reasoning-object',
    extraBody: { usage: { include: true } }, // asks for the cost
    statesCost: true,
    corsNote: 'OpenRouter lets any page call it. If nothing comes back, check the network, ad blockers and company proxies.',
  },
  deepseek: {
    ...openAiLike,
    label: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    keyVariable: 'DEEPSEEK_API_KEY',
    seed: false,
    thinking: 'thinking-type',
    corsNote:
      'DeepSeek lets pages call it, but its error answers may stay hidden from them. Check the key and the balance, then the network.',
  },
  groq: {
    ...openAiLike,
    label: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    thinking: 'reasoning-effort',
    corsNote: 'Groq lets any page call it. If nothing comes back, check the network, ad blockers and company proxies.',
  },
  zai: {
    ...openAiLike,
    label: 'Z.ai',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    keyVariable: 'ZAI_API_KEY',
    objectToolChoice: false,
    seed: false,
    streamUsage: false, // sends the usage unasked
    thinking: 'thinking-type',
    corsNote:
      'Z.ai lets pages call it, but its error answers may stay hidden from them. Check the key and the balance, then the network; a coding plan has a base URL of its own.',
  },
  anthropic: {
    wire: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    local: false,
    auth: 'x-api-key',
    needsKey: true,
    keyVariable: 'ANTHROPIC_API_KEY',
    headers: { 'anthropic-version': '2023-06-01' },
    browserHeaders: { 'anthropic-dangerous-direct-browser-access': 'true' },
    modelsPath: '/models?limit=1000',
    modelsNeedKey: true,
    objectToolChoice: true,
    seed: false,
    streamUsage: false,
    thinking: 'anthropic',
    extraBody: {},
    corsNote:
      'Anthropic answers a page only if the organisation of the key allows it. Check the key, and ask an administrator about calls from browsers; the command line is not affected.',
  },
  gemini: {
    wire: 'gemini',
    label: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    local: false,
    auth: 'x-goog-api-key',
    needsKey: true,
    keyVariable: 'GEMINI_API_KEY',
    headers: {},
    browserHeaders: {},
    modelsPath: '/models?pageSize=1000',
    modelsNeedKey: true,
    objectToolChoice: true,
    seed: true,
    streamUsage: false,
    thinking: 'gemini',
    extraBody: {},
    corsNote:
      'Gemini lets pages call it. Check whether the key is limited to certain websites in the Google console, then the network.',
  },
} as const satisfies Record<string, Family>;
