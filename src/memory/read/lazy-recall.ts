/** Recall, loaded with the first turn: a Worker that starts for another request need not evaluate it. */
import type { RecallPort } from "../../agent/ports/memory.ts";
import type { RecallDeps } from "./recall.ts";

/** Each call that comes before it is there loads for itself: in a Worker, one request may not await another's promise. */
export function lazyRecall(deps: RecallDeps): RecallPort {
  let loaded: RecallPort | undefined;
  const port = async () => {
    if (!loaded) {
      const { createRecall } = await import("./recall.ts");
      loaded ??= createRecall(deps);
    }
    return loaded;
  };
  return {
    recall: async (scope, wanted, signal) => (await port()).recall(scope, wanted, signal),
    standing: async (scope) => (await port()).standing(scope),
  };
}
