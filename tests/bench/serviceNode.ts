/** The tools in a Node process of their own: `node serviceNode.js` prints times and peak memory as JSON. */
import { peakOf } from './memory.mjs';
import { timeTools } from './service.ts';

process.stdout.write(JSON.stringify({ worlds: await timeTools(), peak_memory_mb: peakOf('self') }));
