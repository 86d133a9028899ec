/** Recall, loaded with the first turn: a Worker that starts for another request need not evaluate it. */
import type { RecallPort } from "../../agent/ports/memory.ts";
import type { RecallDeps } from "./recall.ts";

export function lazyRecall(deps: RecallDeps): RecallPort {
  let loading: Promise<RecallPort> | undefined;
  const port = () => {
    loading ??= import("./recall.ts").then(({ createRecall }) => createRecall(deps));
    return loading;
  };
  return {
    recall: async (scope, wanted, signal) => (await port()).recall(scope, wanted, signal),
    standing: async (scope) => (await port()).standing(scope),
  };
}
