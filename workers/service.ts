/** The service arena in a worker of its own. */
import { expose } from 'comlink';
import { ServiceHost } from './service/host.ts';

// A promise that nobody handles would die in silence here: the page hears only of errors.
addEventListener('unhandledrejection', ({ reason }) => reportError(reason));

expose(new ServiceHost());
