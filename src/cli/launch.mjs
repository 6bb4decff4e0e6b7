#!/usr/bin/env node
// The `longrun` command. A package comes with the bundle built; a checkout builds it when a source is newer.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, root } from './bootstrap.mjs';

const bundle = join(root, 'dist/cli/longrun.js');
const sources = ['src', 'workers', 'presets', 'package-lock.json', 'vite.config.ts'];

if (existsSync(join(root, 'vite.config.ts'))) {
  ensureInstalled();
  if (isStale()) build();
}
await import(pathToFileURL(bundle).href);

function isStale() {
  if (!existsSync(bundle)) return true;
  const built = statSync(bundle).mtimeMs;
  return sources.some((source) => isNewer(join(root, source), built));
}

/**
 * Folders count too: theirs is the only time that changes when a file is deleted.
 * @param {string} path
 * @param {number} built
 * @returns {boolean}
 */
function isNewer(path, built) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return false;
  if (status.mtimeMs > built) return true;
  return status.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), built));
}

/** Builds aside and renames, so that two commands started at once never see half a bundle. */
function build() {
  process.stderr.write('longrun: building the command line once…\n');
  const started = new Date();
  const aside = join(root, `dist/.cli-${process.pid}`);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--mode', 'cli', '--outDir', aside, '--logLevel', 'warn'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) {
    rmSync(aside, { recursive: true, force: true });
    process.stderr.write(`${stdout}${stderr}longrun: the build failed.\n`);
    process.exit(1);
  }
  const fresh = join(aside, 'longrun.js');
  // A source saved while the build ran is newer than this, and builds again.
  utimesSync(fresh, started, started);
  mkdirSync(join(root, 'dist/cli'), { recursive: true });
  renameSync(fresh, bundle);
  rmSync(aside, { recursive: true });
}
