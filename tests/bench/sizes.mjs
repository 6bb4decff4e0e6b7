// Gzipped sizes of what the build made: what the page loads first, and each part that comes later.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../../dist/page/', import.meta.url));

export function builtSizes() {
  const html = readFileSync(`${folder}index.html`, 'utf8');
  const files = readdirSync(`${folder}assets`).filter((name) => /\.(js|css|svg)$/.test(name));
  const first = files.filter((name) => html.includes(name));
  /** @param {string} name */
  const size = (name) => gzipSync(readFileSync(`${folder}assets/${name}`)).length;
  return {
    first_load: first.reduce((sum, name) => sum + size(name), gzipSync(html).length),
    later: Object.fromEntries(files.filter((name) => !first.includes(name)).map((name) => [name.replace(/-[\w-]{8}\./, '.'), size(name)])),
  };
}
