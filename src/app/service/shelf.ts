/** What the service arena keeps in this browser: task files that were imported, and conversations. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

export interface KeptSet {
  readonly name: string;
  /** The file as it came, plain or gzipped. */
  readonly bytes: Uint8Array;
  readonly tasks: number;
  /** The file's name, or the address it was fetched from. */
  readonly source: string;
  /** Milliseconds of UTC since 1970-01-01. */
  readonly importedAt: number;
}

export interface KeptConversation {
  readonly id: string;
  readonly task: string;
  /** How many were said and called. */
  readonly messages: number;
  /** Null: it goes on. */
  readonly termination: string | null;
  readonly changedAt: number;
  /** A rollout file, gzipped. */
  readonly bytes: Uint8Array;
}

interface Kept extends DBSchema {
  sets: { key: string; value: KeptSet };
  conversations: { key: string; value: KeptConversation };
}

export type Shelf = ReturnType<typeof openShelf>;

/** Every method throws where the browser denies storage. */
export function openShelf() {
  let opening: Promise<IDBPDatabase<Kept>> | null = null;
  const database = () => {
    opening ??= openDB<Kept>('longrun-service', 1, {
      upgrade: (created) => {
        created.createObjectStore('sets', { keyPath: 'name' });
        created.createObjectStore('conversations', { keyPath: 'id' });
      },
      // Another tab has a later version of this page.
      blocking: () => void opening?.then((opened) => opened.close()).then(() => (opening = null)),
      terminated: () => (opening = null),
    });
    opening.catch(() => (opening = null));
    return opening;
  };
  return {
    sets: async () => (await database()).getAll('sets'),
    putSet: async (set: KeptSet) => void (await (await database()).put('sets', set)),
    removeSet: async (name: string) => (await database()).delete('sets', name),
    conversations: async () => (await database()).getAll('conversations'),
    putConversation: async (conversation: KeptConversation) => void (await (await database()).put('conversations', conversation)),
    removeConversation: async (id: string) => (await database()).delete('conversations', id),
  };
}
