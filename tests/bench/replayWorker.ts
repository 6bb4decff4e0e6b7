/** The replay in a Web Worker: receives the commands and a count, posts the times in milliseconds. */
import { timeReplay } from './replay.ts';

addEventListener('message', ({ data }: MessageEvent<{ argvs: string[][]; runs: number }>) => {
  void (async () => {
    const times: number[] = [];
    while (times.length < data.runs) times.push(await timeReplay(data.argvs));
    postMessage(times);
  })();
});
