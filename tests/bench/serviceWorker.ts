/** The tools in a Web Worker: starts at any message, posts the times in milliseconds. */
import { timeTools } from './service.ts';

addEventListener('message', () => void timeTools().then((worlds) => postMessage(worlds)));
