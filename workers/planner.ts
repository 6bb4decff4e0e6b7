/** A planner in a worker of its own: it looks at runs that are over, and plays none. */
import { expose } from 'comlink';
import { PlannerHost } from './planner/host.ts';

// A promise that nobody handles would die in silence here: the page hears only of errors.
addEventListener('unhandledrejection', ({ reason }) => reportError(reason));

expose(new PlannerHost());
