/** Results files for tests: the recorded one where it lies beside the checkout, and a small one of every part. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'fflate';
import type { Results } from '../../../../../src/rollout/service/results/format.ts';
import { readResults, type ReadResults } from '../../../../../src/rollout/service/results/read.ts';
import { shared } from '../../../../tools/shared.ts';
import { smallTask, type Json, type JsonObject } from '../../../service/taskFile/support.ts';

export type { Json, JsonObject };

/** Null: this checkout stands alone. */
export function recordedBytes(): Uint8Array | null {
  const path = shared('golden/vita/results/delivery_scripted.json.gz');
  return path === null ? null : new Uint8Array(readFileSync(path));
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
}

export function bytesOf(file: Json | string): Uint8Array {
  return new TextEncoder().encode(typeof file === 'string' ? file : JSON.stringify(file));
}

export function read(bytes: Uint8Array): ReadResults {
  const result = readResults(bytes, 'results.json');
  if (!result.ok) throw new Error(`${result.where}: ${result.message}`);
  return result.value;
}

export function resultsIn(file: Json | string): Results {
  return read(bytesOf(file)).results;
}

/** One simulation, as short as others' files may be; made anew at each call, so that a test may change it. */
export function smallSimulation(): JsonObject {
  return {
    id: 's',
    task_id: 'small',
    termination_reason: 'user_stop',
    reward_info: { reward: 1, nl_rubrics: [{ nl_rubric: 'Tea is ordered', met: true, justification: '[4]' }] },
    messages: [
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'Tea, please', tool_calls: null, usage: null },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', name: 'get_weather', arguments: { city: 'Leeds' } }] },
      { role: 'tool', id: 'c', content: 'Error: no', error: true },
      { role: 'assistant', content: 'No weather ###STOP###', tool_calls: null },
    ],
  };
}

export function smallResults(...simulations: Json[]): JsonObject {
  return { tasks: [{ ...smallTask(), id: 'small' }], simulations: simulations.length > 0 ? simulations : [smallSimulation()] };
}
