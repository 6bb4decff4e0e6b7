/** Builds the service worker with the list of the page's files in it, and the manifest that makes the page an app. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const app = fileURLToPath(new URL('../src/app/', import.meta.url));
const SCRIPT = 'service-worker.js';
const MANIFEST = 'manifest.webmanifest';

/** What an output of the build holds, by its name. */
type Output = ReadonlyMap<string, string | Uint8Array>;

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: `${app}offline/serviceWorker.ts`, fileName: SCRIPT });
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: manifest() });
    },
    transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: `./${MANIFEST}` }, injectTo: 'head' }],
    generateBundle: {
      // After the page and its workers are there.
      order: 'post',
      handler(_, bundle) {
        const script = bundle[SCRIPT];
        if (script?.type !== 'chunk') return this.error('the service worker was not built');
        const output = new Map(Object.values(bundle).map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
        const { files, version } = precacheOf(output);
        script.code = script.code.replace('__FILES__', () => JSON.stringify(files)).replace('__VERSION__', () => JSON.stringify(version));
      },
    },
  };
}

/** The files that the page needs, in the service worker's terms, and a hash of their names and contents. */
export function precacheOf(output: Output): { files: readonly string[]; version: string } {
  const names = [...output.keys()].filter((name) => name !== SCRIPT && !/\.(md|map)$/.test(name)).sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\0`).update(output.get(name) ?? '').update('\0');
  return { files: names.map((name) => (name === 'index.html' ? './' : name)), version: hash.digest('hex').slice(0, 16) };
}

function manifest(): string {
  const icon = readFileSync(`${app}favicon.svg`, 'base64');
  return JSON.stringify({
    name: 'Longrun',
    description: 'Long-horizon worlds for agents, in the page.',
    start_url: './',
    display: 'standalone',
    // The accent and the light ground of tokens.css.
    theme_color: '#1d5fb8',
    background_color: '#f4f5f7',
    icons: [{ src: `data:image/svg+xml;base64,${icon}`, type: 'image/svg+xml', sizes: 'any' }],
  });
}
