/** A model as people write it: `anthropic/claude-…`, `openrouter/z-ai/glm-5`, `ollama/qwen3`. */
import { failure, success, type Result } from '../core/result.ts';
import type { Endpoint } from './endpoints.ts';
import { families, familyNames, isFamilyName, type Family } from './families.ts';

export interface ModelRef {
  readonly endpoint: Endpoint;
  /** As the endpoint knows it. */
  readonly model: string;
}

/** Error codes: `model-ref`, `unknown-provider`, `base-url`. */
export function parseModelRef(text: string, baseUrl?: string): Result<ModelRef> {
  const slash = text.indexOf('/');
  const name = (slash < 0 ? text : text.slice(0, slash)).trim().toLowerCase();
  const model = slash < 0 ? '' : text.slice(slash + 1).trim();
  if (!isFamilyName(name)) {
    return failure('unknown-provider', `"${name}" is no known provider; write provider/model with one of: ${familyNames.join(', ')}`, text);
  }
  if (model === '' || /\s/.test(model)) {
    return failure('model-ref', `a model is written as provider/model, like ${name}/${exampleModel(families[name])}`, text);
  }
  const endpoint = makeEndpoint(name, baseUrl);
  return endpoint.ok ? success({ endpoint: endpoint.value, model }) : endpoint;
}

/** The endpoint of a family, at its own address or at the one given. Error code: `base-url`. */
export function makeEndpoint(family: keyof typeof families, baseUrl?: string): Result<Endpoint> {
  const { baseUrl: usual, local } = families[family];
  if (baseUrl === undefined || baseUrl.trim() === '') {
    if (usual === null) return failure('base-url', 'this provider needs a base URL, like http://localhost:8000/v1', family);
    return success({ family, baseUrl: usual });
  }
  const match = /^(https?:\/\/)([^\s/?#]+)([^\s?#]*)$/i.exec(baseUrl.trim());
  const [, scheme = '', host = '', path = ''] = match ?? [];
  if (!match) return failure('base-url', 'a base URL starts with http:// or https:// and has no query', shown(baseUrl));
  if (host.includes('@')) return failure('base-url', 'a base URL carries no user name or password', shown(baseUrl));
  // People paste the address of the very call, or of the server alone.
  const trimmed = path.replace(/\/+$/, '').replace(/\/(chat\/completions|messages|models)$/, '');
  const versioned = trimmed === '' && local ? '/v1' : trimmed;
  return success({ family, baseUrl: `${scheme.toLowerCase()}${host.toLowerCase()}${versioned}` });
}

/** A pasted URL may hold a key in its query or before its @. */
function shown(baseUrl: string): string {
  return baseUrl.trim().replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//').slice(0, 200);
}

function exampleModel({ wire, local }: Family): string {
  if (wire === 'anthropic') return 'claude-opus-5';
  if (wire === 'gemini') return 'gemini-3-flash-preview';
  return local ? 'qwen3' : 'model-name';
}
