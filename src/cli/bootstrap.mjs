// Installs what the lock file names and node_modules lacks. Uses nothing but Node, since it runs when there is nothing else.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const oldestNode = { major: 20, minor: 19 };

/** Ends the process with a message if Node is too old or npm cannot install; otherwise node_modules is complete afterwards. */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < oldestNode.major || (major === oldestNode.major && minor < oldestNode.minor)) {
    stop(`longrun needs Node ${oldestNode.major}.${oldestNode.minor} or later; this is ${process.versions.node}.`);
  }
  if (isInstalled()) return;
  process.stderr.write('longrun: installing the packages of package-lock.json (npm ci)…\n');
  // npm's own words go to stderr: stdout belongs to the command that wants the packages.
  const { status, error } = npm(['ci', '--include=dev', '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) stop(`longrun: npm ci failed${error ? ` (${error.message})` : ''}. Run it by hand to see why.`);
}

/** npm's own record of what it installed must name every package of the lock file, in the same version. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path];
    // npm leaves out optional packages made for another platform.
    if (!found) return path === '' || entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** @param {string} file @returns {Record<string, {version?: string, integrity?: string, optional?: boolean}>} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return {}; // Missing or cut short: the same as nothing installed.
  }
}

/**
 * Runs npm in the checkout and waits for it.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function npm(args, options) {
  const running = process.env.npm_execpath ?? '';
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const all = { cwd: root, stdio: 'inherit', ...options };
  if (/^npm(-cli)?\.c?js$/.test(basename(running))) return spawnSync(process.execPath, [running, ...args], all);
  if (process.platform !== 'win32') return spawnSync('npm', args, all);
  // On Windows npm is a .cmd file, which only a shell starts.
  return spawnSync(['npm', ...args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg))].join(' '), { ...all, shell: true });
}

/** @param {string} message @returns {never} */
function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
