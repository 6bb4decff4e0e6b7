/** The startup arena in a worker of its own. */
import { expose } from 'comlink';
import { StartupHost } from './startup/host.ts';

// A promise that nobody handles would die in silence here: the page hears only of errors.
addEventListener('unhandledrejection', ({ reason }) => reportError(reason));

expose(new StartupHost());
