// The replay in a fresh Node process.
import { spawnSync } from 'node:child_process';

const RUNS = 8;

/**
 * @param {string} folder
 * @param {string} trace
 * @returns {{ times: number[], peak_memory_mb: number | null }}
 */
export function replayInNode(folder, trace) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`${folder}/node/replayNode.js`, trace, String(RUNS)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
