// What is measured in fresh Node processes.
import { spawnSync } from 'node:child_process';

const RUNS = 8;

/**
 * @param {string} folder
 * @param {string} trace
 * @returns {{ times: number[], peak_memory_mb: number | null }}
 */
export function replayInNode(folder, trace) {
  return resultOf([`${folder}/replayNode/replayNode.js`, trace, String(RUNS)]);
}

/**
 * Milliseconds a turn.
 * @param {string} folder
 * @returns {{ with_loop: number[], replay_only: number[] }}
 */
export function loopInNode(folder) {
  return resultOf([`${folder}/loopNode/loopNode.js`, String(RUNS)]);
}

/**
 * Milliseconds, for turns all over a year of 274.
 * @param {string} folder
 * @returns {{ visit: number[], fork: number[] }}
 */
export function visitInNode(folder) {
  return resultOf([`${folder}/visitNode/visitNode.js`]);
}

/**
 * Fifty short runs of the compare page: recomputed, and made into its table and its chart.
 * @param {string} folder
 * @returns {{ replay_ms: number, build_ms: number }}
 */
export function compareInNode(folder) {
  return resultOf([`${folder}/compareNode/compareNode.js`]);
}

/**
 * Writes a rollout with long texts.
 * @param {string} folder
 * @param {string} file
 * @returns {{ mb: number, turns: number }}
 */
export function longRollout(folder, file) {
  return resultOf([`${folder}/longNode/longNode.js`, file]);
}

/**
 * The tools of the service arena.
 * @param {string} folder
 * @returns {{ worlds: import('./service.ts').WorldTimes[], peak_memory_mb: number | null }}
 */
export function toolsInNode(folder) {
  return resultOf([`${folder}/serviceNode/serviceNode.js`]);
}

/** @param {string[]} args */
function resultOf(args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
