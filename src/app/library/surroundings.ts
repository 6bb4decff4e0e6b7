/** What the library needs of a browser. Tests have others. */
import { recall, remember } from '../memory.ts';
import type { RunStorage } from './storage.ts';
import type { Locks, Message } from './tabs.ts';

export interface Surroundings {
  /** Rejects where the browser denies storage. */
  readonly openStorage: () => Promise<RunStorage>;
  readonly locks: Locks | null;
  readonly channel: Channel | null;
  readonly space: Space | null;
  readonly now: () => number;
  /** Calls when the user comes back to this tab. */
  readonly onReturn: (call: () => void) => void;
}

export interface Channel {
  postMessage(message: Message): void;
  onmessage: ((event: MessageEvent<Message>) => void) | null;
}

export interface Space {
  /** In bytes, of everything this page has stored. */
  estimate(): Promise<{ readonly usage?: number; readonly quota?: number }>;
  /** Whether the browser promises not to clear it when it runs out of space. */
  persisted(): Promise<boolean>;
  /** Asks for that promise, once. */
  ask(): Promise<void>;
}

export function browserSurroundings(): Surroundings {
  return {
    openStorage: async () => (await import('./database.ts')).databaseStorage(),
    // An old browser, and a page that is neither secure nor local, may lack any of these.
    locks: 'locks' in navigator ? navigator.locks : null,
    channel: 'BroadcastChannel' in globalThis ? new BroadcastChannel('longrun-runs') : null,
    space: 'storage' in navigator ? browserSpace(navigator.storage) : null,
    now: () => Date.now(),
    onReturn: (call) => addEventListener('focus', call),
  };
}

function browserSpace(storage: StorageManager): Space {
  return {
    estimate: () => storage.estimate(),
    persisted: () => storage.persisted(),
    ask: async () => {
      // Some browsers ask the user in turn: twice would be once too often.
      if (recall('asked-to-persist') !== null || (await storage.persisted())) return;
      remember('asked-to-persist', 'yes');
      await storage.persist();
    },
  };
}
