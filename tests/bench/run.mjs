// `npm run bench`: prints one JSON object with what the engine and the page cost here.
// Times are milliseconds; quote medians and ratios, since machines differ and are busy.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { ensureInstalled } from '../../src/cli/bootstrap.mjs';

ensureInstalled();
const { buildBench, buildPage } = await import('./build.mjs');
const { compareInNode, longRollout, loopInNode, replayInNode, toolsInNode, visitInNode } = await import('./node.mjs');
const { measureInChromium } = await import('./chromium.mjs');
const { builtSizes } = await import('./sizes.mjs');

const trace = fileURLToPath(new URL('../fixtures/startup/paper-default-s1-greedy.jsonl.gz', import.meta.url));
const argvs = gunzipSync(readFileSync(trace)).toString().trim().split('\n').slice(1).map((line) => JSON.parse(line).argv);
const folder = mkdtempSync(join(tmpdir(), 'longrun-bench-'));
try {
  await buildBench(folder);
  await buildPage();
  const node = replayInNode(folder, trace);
  const loop = loopInNode(folder);
  const visit = visitInNode(folder);
  const tools = toolsInNode(folder);
  const longFile = join(folder, 'long.json');
  const transcript = longRollout(folder, longFile);
  const chromium = await measureInChromium(folder, argvs, longFile);
  const result = {
    machine: { node: process.version, platform: process.platform, processors: cpus().length, model: cpus()[0]?.model },
    replay: { trace: 'paper-default-s1-greedy', commands: argvs.length, node: summary(node.times), chromium_worker: summary(chromium.times) },
    agent_loop_ms_per_turn: { with_loop: medianOfWarm(loop.with_loop), replay_of_the_same_commands: medianOfWarm(loop.replay_only) },
    a_turn_of_274: { visit_ms: spread(visit.visit), fork_ms: spread(visit.fork) },
    comparison_of_50_runs: compareInNode(folder),
    service_tools: { node: tools.worlds.map(toolTimes), node_peak_memory_mb: tools.peak_memory_mb, chromium_worker: chromium.tools.map(toolTimes) },
    page: { load_to_first_command_ms: chromium.firstCommand, long_tasks_over_50_ms_in_a_run: chromium.longTasks },
    scrolling_a_long_transcript: { ...transcript, ...chromium.scroll },
    peak_memory_mb: { node: node.peak_memory_mb, chromium_renderer_after_a_run: chromium.peakMemory },
    built_gzip_bytes: builtSizes(),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * The first replay in a process is cold (the engine is compiled as it runs), the next seven are not.
 * @param {number[]} times
 */
function summary(times) {
  const [cold, ...warm] = times;
  const sorted = warm.sort((a, b) => a - b);
  const median = medianOfWarm(times);
  return {
    cold_ms: round(cold ?? NaN),
    median_of_7_ms: median,
    min_ms: round(sorted[0] ?? NaN),
    max_ms: round(sorted.at(-1) ?? NaN),
    commands_per_second: Math.round((argvs.length / median) * 1000),
  };
}

/** @param {import('./service.ts').WorldTimes} times */
function toolTimes({ world, records, read, load, calls }) {
  const tools = Object.fromEntries(Object.entries(calls).map(([tool, times]) => [tool, spread(times)]));
  return { world, records, read_ms: round(read), load_ms: round(load), ...slowest(tools), median_and_max_ms_by_tool: tools };
}

/** @param {Record<string, { median: number, max: number }>} tools */
function slowest(tools) {
  const isSearch = (/** @type {string} */ tool) => /search_recomm|_recommend$|ticket_search/.test(tool);
  const median = (/** @type {boolean} */ search) => Math.max(...Object.entries(tools).filter(([tool]) => isSearch(tool) === search).map(([, { median }]) => median));
  return { slowest_search_median_ms: median(true), slowest_other_median_ms: median(false) };
}

/** @param {readonly number[]} times */
function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: round(sorted[Math.floor(sorted.length / 2)] ?? NaN), max: round(sorted.at(-1) ?? NaN) };
}

/** @param {number[]} times */
function medianOfWarm([, ...warm]) {
  return round(warm.sort((a, b) => a - b)[Math.floor(warm.length / 2)] ?? NaN);
}

/** @param {number} milliseconds */
function round(milliseconds) {
  return Math.round(milliseconds * 10) / 10;
}
