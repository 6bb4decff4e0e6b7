/** Compatibility records of servers that people run themselves. */
import type { Family } from './families.ts';

const prompt = 'A page from the internet that calls this machine makes the browser ask for permission: allow it.';

const ownServer = {
  wire: 'openai',
  local: true,
  auth: 'bearer',
  needsKey: false,
  headers: {},
  browserHeaders: {},
  modelsPath: '/models',
  modelsNeedKey: false,
  objectToolChoice: true,
  seed: true,
  streamUsage: true,
  extraBody: {},
} as const;

export const localFamilies = {
  ollama: {
    ...ownServer,
    label: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    keyVariable: 'OLLAMA_API_KEY',
    objectToolChoice: false,
    thinking: 'reasoning-effort',
    corsNote: `Check that Ollama runs, and start it with OLLAMA_ORIGINS set to the address of this page: by default it answers pages of this machine only. ${prompt}`,
  },
  lmstudio: {
    ...ownServer,
    label: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    keyVariable: 'LMSTUDIO_API_KEY',
    objectToolChoice: false,
    thinking: 'none',
    corsNote: `Check that the server of LM Studio is started and that "Enable CORS" is on in its settings: it is off at first. ${prompt}`,
  },
  vllm: {
    ...ownServer,
    label: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    keyVariable: 'VLLM_API_KEY',
    thinking: 'chat-template',
    corsNote: `Check that vLLM runs and that --allowed-origins was not narrowed: by default it answers any page. ${prompt}`,
  },
  llamacpp: {
    ...ownServer,
    label: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    keyVariable: 'LLAMACPP_API_KEY',
    thinking: 'chat-template',
    corsNote: `Check that llama-server runs (with --jinja, which tool calls need); by default it answers any page. ${prompt}`,
  },
  custom: {
    ...ownServer,
    label: 'OpenAI-compatible server',
    baseUrl: null,
    local: false,
    keyVariable: 'LONGRUN_API_KEY',
    thinking: 'none',
    corsNote: `Check the base URL, and that the server allows this page's origin (CORS) and the headers Authorization and Content-Type. ${prompt}`,
  },
} as const satisfies Record<string, Family>;
