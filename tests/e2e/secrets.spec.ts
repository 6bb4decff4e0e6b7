/** A planted key is nowhere but in its field: not in a file, in storage, in the address, on the page or on the console. */
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { startModelServer } from '../tools/modelServer/index.ts';
import { expect, StartupPage, test } from './longrun.ts';
import { KEY, ModelPage, scriptOf } from './scriptedModel.ts';

test.setTimeout(180_000);
test.use({ expectedOnConsole: [/^Failed to load resource/] });

/** Everything that this browser has stored, as text. */
function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error(name));
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        parts.push(JSON.stringify(all.result));
      }
      database.close();
    }
    return parts.join('\n');
  });
}

/** The whole document, and what its fields hold, the key's own excepted. */
function shown(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
    const values = fields.filter(({ type }) => type !== 'password').map(({ value }) => value);
    return [document.documentElement.outerHTML, ...values, location.href, JSON.stringify(history.state)].join('\n');
  });
}

test('a key is nowhere, even if the server and the model repeat it', async ({ page }) => {
  const byScript = await scriptOf('fast-test', 1, 'greedy');
  let count = 0;
  const server = await startModelServer({
    script: (request) => {
      count++;
      if (count === 2) return { status: 500, error: `Trouble with key ${KEY}` };
      if (count === 4) return { status: 402, error: `The key ${KEY} has no credits` };
      const behaviour = byScript(request);
      return { ...behaviour, reply: { ...behaviour.reply, text: `My key is ${KEY}.`, thinking: `Bearer ${KEY}` } };
    },
  });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const startup = new StartupPage(page);
  const model = new ModelPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&driver=model');
  await model.connect(server.url);
  await model.panel.getByRole('button', { name: 'Test connection' }).click();
  await expect(model.panel.getByRole('list', { name: 'Result of the test' })).toBeVisible();
  count = 0;
  await startup.play.click();
  await expect(model.transcript.getByRole('alert')).toContainText('has no credits');
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(3);
  // Unfolded, so that thoughts and results are on the page.
  for (const fold of await model.transcript.locator('details:not([open]) > summary').all()) await fold.click();
  expect(server.requests.some(({ headers }) => headers['authorization'] === `Bearer ${KEY}`)).toBe(true);

  await expect.poll(() => stored(page)).toContain('"turns":3');
  expect(await stored(page)).not.toContain(KEY);
  expect(await shown(page)).not.toContain(KEY);
  expect(said.join('\n')).not.toContain(KEY);
  for (const button of ['Rollout .json', 'Compressed rollout .json.gz', 'Database .sqlite']) {
    const { bytes } = await startup.download(button);
    const plain = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
    expect(plain.length).toBeGreaterThan(1000);
    expect(plain.includes(KEY), button).toBe(false);
  }
  await server.close();
});

test('a key is remembered as ciphertext only, opened by its passphrase, and forgotten on demand', async ({ page }) => {
  const server = await startModelServer();
  const startup = new StartupPage(page);
  const model = new ModelPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&driver=model');
  await model.connect(server.url);
  await model.panel.getByRole('button', { name: 'Remember on this device' }).click();
  await model.panel.getByLabel(/^Passphrase/).fill('correct horse');
  await model.panel.getByRole('button', { name: 'Remember', exact: true }).click();
  await expect(model.panel).toContainText('encrypted under your passphrase');
  expect(await stored(page)).not.toContain(KEY);
  expect(await stored(page)).toContain('iterations');

  await page.reload();
  await startup.isReady();
  await expect(model.key).toHaveValue('');
  await model.panel.getByLabel(/^Passphrase/).fill('wrong horse');
  await model.panel.getByRole('button', { name: 'Unlock' }).click();
  await expect(model.panel).toContainText('That is not the passphrase.');
  await model.panel.getByLabel(/^Passphrase/).fill('correct horse');
  await model.panel.getByRole('button', { name: 'Unlock' }).click();
  await expect(model.key).toHaveValue(KEY);

  await model.panel.getByRole('button', { name: 'Forget all keys' }).click();
  await expect(model.key).toHaveValue('');
  expect(await stored(page)).not.toContain('iterations');
  await server.close();
});

test('a foreign rollout that carries keys is cleaned before it is opened, and says so', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&bot=greedy');
  await startup.runToTheEnd();
  const { path } = await startup.download('Rollout .json');
  const foreign = `${path}.foreign.json`;
  const key = ['sk', 'ant', 'planted0planted1planted2'].join('-');
  await writeFile(foreign, (await readFile(path, 'utf8')).replace('"name":"greedy"', `"name":"greedy ${key}"`));
  await startup.openFile(foreign);
  await expect(startup.notices.first()).toContainText('What looks like a key was taken out');
  await expect(startup.notices.first()).toContainText('driver.name');
  // The digest was that of the file with the key in it.
  await expect(startup.verdict.getByRole('heading')).toContainText('Edited');
  expect(await shown(page)).not.toContain(key);
  expect((await startup.download('Rollout .json')).bytes.includes(key)).toBe(false);
});

test('signing in at OpenRouter by PKCE leaves neither code nor key behind', async ({ page }) => {
  let challenge = '';
  let exchange: { code?: string; code_verifier?: string; code_challenge_method?: string } = {};
  await page.route('https://openrouter.ai/auth?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    challenge = query.get('code_challenge') ?? '';
    const location = `${query.get('callback_url')}?code=planted-code`;
    return route.fulfill({ contentType: 'text/html', body: `<meta http-equiv="refresh" content="0; url=${location}">` });
  });
  await page.route('https://openrouter.ai/api/v1/auth/keys', (route) => {
    exchange = route.request().postDataJSON() as typeof exchange;
    return route.fulfill({ json: { key: KEY }, headers: { 'access-control-allow-origin': '*' } });
  });
  const startup = new StartupPage(page);
  const model = new ModelPage(page);
  await startup.open('#/startup?preset=easy&seed=7&driver=model');
  await model.panel.getByLabel('Provider').selectOption('openrouter');
  await model.panel.getByRole('button', { name: 'Allow and reload' }).click();
  await model.panel.getByRole('button', { name: 'Sign in' }).click();
  await expect(model.key).toHaveValue(KEY);
  expect(page.url()).not.toContain('planted-code');
  await expect(page).toHaveURL(/#\/startup\?preset=easy&seed=7&driver=model$/);
  expect(exchange).toMatchObject({ code: 'planted-code', code_challenge_method: 'S256' });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(exchange.code_verifier));
  expect(Buffer.from(digest).toString('base64url')).toBe(challenge);
  expect(await stored(page)).not.toContain(KEY);
  expect(await stored(page)).not.toContain(exchange.code_verifier);
});
