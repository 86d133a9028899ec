/** Utterances in this browser's database, until they are sent. Where there is none, only a reload loses them. */
import type { KeptUtterance, UtteranceStore } from "./utterances.ts";

const NAME = "nightjar-calls";
const STORE = "utterances";

/** Older ones are dropped: nobody expects them to be sent any more. */
const OLDEST_MS = 24 * 60 * 60_000;

export const keptUtterances: UtteranceStore = {
  put: (kept) => within("readwrite", (store) => store.put(kept), undefined),
  remove: (client_id) => within("readwrite", (store) => store.delete(client_id), undefined),
  async list(conversation) {
    const all = await within<KeptUtterance[]>("readonly", (store) => store.getAll(), []);
    const old = all.filter(({ at }) => at < Date.now() - OLDEST_MS);
    for (const { client_id } of old) await keptUtterances.remove(client_id);
    return all
      .filter((kept) => kept.conversation === conversation && !old.includes(kept))
      .sort((one, other) => one.at - other.at);
  },
};

/** `otherwise`: the result where the database is blocked or full. */
async function within<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest,
  otherwise: T,
): Promise<T> {
  try {
    const database = await opened();
    const result = await done(run(database.transaction(STORE, mode).objectStore(STORE)));
    database.close();
    return result as T;
  } catch {
    return otherwise;
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "client_id" });
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
