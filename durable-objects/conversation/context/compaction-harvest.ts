/** Retries the memory flush of compacted messages when nothing else runs. */

import type { Store } from "../rows/store.ts";
import { batchesOf, ownOf, scopeOf, walk } from "./compaction-walk.ts";
import type { ContextPorts } from "./ports.ts";

interface HarvestDeps {
  store: Store;
  ports: Pick<ContextPorts, "flushMemory" | "now">;
  /** Lets other work of the object run in between. */
  pause(): Promise<void>;
}

/** Handles the oldest one that is left. Returns the problem, if any; never rejects. */
export async function harvestLeft(deps: HarvestDeps, signal: AbortSignal): Promise<string | undefined> {
  const { store, ports, pause } = deps;
  const [due] = store.compactions.unflushed();
  if (!due) return undefined;
  try {
    const { weights } = await walk(store, due.upto, pause);
    const isOwn = ownOf(store, weights);
    const scope = scopeOf(store, store.meta.agent ?? "");
    for await (const batch of batchesOf(store, weights, pause)) {
      const own = batch.filter(isOwn);
      if (own.length > 0 && !store.meta.temporary) await ports.flushMemory.flush(scope, own, signal);
    }
    store.compactions.markFlushed(due.id, ports.now());
    return undefined;
  } catch (problem) {
    return `memory: ${String(problem)}`;
  }
}
