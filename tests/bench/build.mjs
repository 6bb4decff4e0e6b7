// Builds what the bench runs: the replay for Node and for a worker, and the page as it ships.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string} folder */
export async function buildBench(folder) {
  for (const name of ['replayNode', 'loopNode', 'compareNode', 'visitNode', 'longNode', 'serviceNode']) {
    await build({ root, mode: 'cli', logLevel: 'error', build: bundle(`${folder}/${name}`, name) });
  }
  for (const name of ['replayWorker', 'serviceWorker']) {
    await build({ root, mode: 'bench', logLevel: 'error', build: { ...bundle(`${folder}/${name}`, name), ssr: false } });
  }
}

export async function buildPage() {
  await build({ root, logLevel: 'error' });
}

/**
 * @param {string} outDir
 * @param {string} name
 */
function bundle(outDir, name) {
  const input = `${root}/tests/bench/${name}.ts`;
  const output = { entryFileNames: `${name}.js`, codeSplitting: false };
  return { ssr: input, outDir, emptyOutDir: true, rolldownOptions: { input, output } };
}
