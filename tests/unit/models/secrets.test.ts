import { describe, expect, test } from 'vitest';
import { cleanForeign, findSecrets, KEY_REMOVED, redact } from '../../../src/models/secrets.ts';
import { answered, ask, client, endpointAt, KEY, serve, wires } from './support.ts';

/** Made up, in the forms that providers use. */
const known = {
  OpenAI: 'sk-proj-4f9aB7cD1eF2gH3iJ4kL5mN6oP7q',
  'OpenAI, old': 'sk-4f9aB7cD1eF2gH3iJ4kL5mN6oP7qR8sT',
  Anthropic: 'sk-ant-api03-AbCdEfGhIjKlMnOp_QrSt-UvWx',
  OpenRouter: 'sk-or-v1-0123456789abcdef0123456789abcdef',
  Google: `AIza${'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q'}`,
  Groq: 'gsk_A1b2C3d4E5f6G7h8I9j0K1l2',
  'Z.ai': '0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp',
};

describe('exports are scanned for every live key', () => {
  test('a key in use is found wherever it stands, also as JSON and in a URL', () => {
    const odd = 'my "odd" key/with+signs=';
    const text = `a ${KEY} b ${KEY}${KEY} ${JSON.stringify({ key: odd })} https://x/?k=${encodeURIComponent(odd)}`;
    expect(findSecrets(text, [KEY, odd])).toHaveLength(5);
    const clean = redact(text, [KEY, odd]);
    for (const secret of [KEY, odd, 'odd', 'signs']) expect(clean).not.toContain(secret);
  });

  test('what is found is told by place and kind, not repeated', () => {
    const found = findSecrets(`x ${KEY}`, [KEY]);
    expect(found).toEqual([{ kind: 'key in use', start: 2, end: 2 + KEY.length }]);
    expect(JSON.stringify(found)).not.toContain(KEY);
  });

  test('a placeholder is no key', () => {
    expect(redact('ollama says none', ['none', 'ollama', ' '])).toBe('ollama says none');
  });

  test('overlapping finds are one', () => {
    const key = known.Anthropic;
    expect(redact(`Authorization: Bearer ${key}!`, [key, key.slice(4)])).toBe(`Authorization: Bearer ${KEY_REMOVED}!`);
  });
});

test.each(wires)('%s: a server that sends the key back in its answer', async (family) => {
  const server = await serve(({ headers }) => {
    const seen = JSON.stringify(headers);
    return { reply: { text: seen, thinking: seen, toolCalls: [{ name: 'run_command', arguments: { command: seen } }] } };
  });
  for (const stream of [true, false]) {
    const answer = answered(await client().complete(endpointAt(server, family), KEY, ask(), { stream }));
    expect(JSON.stringify(answer)).not.toContain(KEY);
    expect(answer.message.text).toContain(KEY_REMOVED);
  }
});

describe('known key forms', () => {
  test.each(Object.entries(known))('%s', (_, key) => {
    expect(redact(`The key "${key}" was used.`)).toBe(`The key "${KEY_REMOVED}" was used.`);
    expect(redact(JSON.stringify({ a: [key] }))).toBe(`{"a":["${KEY_REMOVED}"]}`);
  });

  test.each([
    ['Bearer abcDEF1234567890xyz', `Bearer ${KEY_REMOVED}`],
    ['authorization: Basic dXNlcjpwYXNzd29yZA==', `authorization: Basic ${KEY_REMOVED}`],
    ['"x-api-key": "abcdefgh-ijkl"', `"x-api-key": "${KEY_REMOVED}"`],
    ['https://host/v1/models?key=abcdefghij&x=1', `https://host/v1/models?key=${KEY_REMOVED}&x=1`],
    ['Incorrect API key provided: sk-ab***********wxyz.', `Incorrect API key provided: ${KEY_REMOVED}.`],
  ])('%s', (text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  test.each([
    'task-assign-employee-to-task-number-12',
    'disk-usage-report-of-2026-01-05',
    'a risk-based-approach-to-hiring-in-2026',
    'sk-learn-is-a-python-library-for-models',
    'bearer of bad news, and of good ones too',
    'the bearer plenipotentiary-of-the-company',
    'yc-bench task accept --task-id 0f1e2d3c-4b5a-8697-8877-665544332211',
    'digest 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'Authorization is required to see this report.',
  ])('no key: %s', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe('a foreign file that carries a key is cleaned on import with a warning', () => {
  test('keys go, whatever their place; the paths are told', () => {
    const file = {
      model: 'gpt-4',
      api_key: 'whatever it is',
      settings: { headers: { Authorization: 'token of mine', Accept: 'x' }, openai_api_key: '' },
      turns: [{ text: `I found ${known.OpenAI} in a file` }, { text: 'fine', count: 3, none: null }],
      [known.Groq]: true,
    };
    const { value, removed } = cleanForeign(file);
    expect(value).toEqual({
      model: 'gpt-4',
      api_key: KEY_REMOVED,
      settings: { headers: { Authorization: KEY_REMOVED, Accept: 'x' }, openai_api_key: '' },
      turns: [{ text: `I found ${KEY_REMOVED} in a file` }, { text: 'fine', count: 3, none: null }],
      [KEY_REMOVED]: true,
    });
    expect(removed).toEqual(['api_key', 'settings.headers.Authorization', 'turns[0].text', KEY_REMOVED]);
    expect(JSON.stringify(removed)).not.toContain(known.Groq);
    expect(cleanForeign(value)).toEqual({ value, removed: [] });
  });

  test('a file without keys comes back as it was', () => {
    const file = { turns: [{ text: 'sim resume', tokens: 5, secret: 'hidden skill' }] };
    expect(cleanForeign(file)).toEqual({ value: file, removed: [] });
    expect(cleanForeign('text')).toEqual({ value: 'text', removed: [] });
  });

  test('a live key of no known form', () => {
    expect(cleanForeign([KEY], [KEY])).toEqual({ value: [KEY_REMOVED], removed: ['[0]'] });
  });
});
