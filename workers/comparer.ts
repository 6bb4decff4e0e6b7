/** Recomputes runs to be compared, in a worker of its own: the lab's is free to play meanwhile. */
import { expose } from 'comlink';
import { ComparerHost } from './comparer/host.ts';

// A promise that nobody handles would die in silence here: the page hears only of errors.
addEventListener('unhandledrejection', ({ reason }) => reportError(reason));

expose(new ComparerHost());
