/** The sandbox of this process: its module and its interpreter are loaded with the first program. */
import type { Sandbox } from "../capabilities/sandbox/port.ts";
import { withQueue } from "../capabilities/sandbox/queue.ts";
import { createQuickJsSandbox } from "../capabilities/sandbox/quickjs/engine.ts";
import { createFairness } from "../capabilities/sandbox/quickjs/fairness.ts";
import { loadTypeStripper } from "../capabilities/sandbox/strip-types.ts";

const clock = () => performance.now();

export function buildSandbox(): Sandbox {
  return withQueue(
    createQuickJsSandbox({
      loadWasm: async () => (await import("../capabilities/sandbox/quickjs/quickjs.wasm")).default,
      loadLua: async () => (await import("../capabilities/sandbox/lua/lua.txt")).default,
      loadTypeStripper,
      clock,
      fairness: createFairness(clock),
    }),
  );
}
