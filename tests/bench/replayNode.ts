/** The replay in a Node process of its own: `node replayNode.js TRACE RUNS` prints times and peak memory as JSON. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { peakOf } from './memory.mjs';
import { timeReplay } from './replay.ts';

const [, , trace = '', runs = '1'] = process.argv;
const lines = gunzipSync(readFileSync(trace)).toString().trim().split('\n').slice(1);
const argvs = lines.map((line) => (JSON.parse(line) as { argv: string[] }).argv);
const times: number[] = [];
while (times.length < Number(runs)) times.push(await timeReplay(argvs));
process.stdout.write(JSON.stringify({ times, peak_memory_mb: peakOf('self') }));
