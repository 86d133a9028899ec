/** The sandbox as this repository ships it, on Node. */
import { readFile } from "node:fs/promises";
import { createQuickJsSandbox } from "../../src/sandbox/quickjs/engine.ts";
import { createFairness } from "../../src/sandbox/quickjs/fairness.ts";
import { loadTypeStripper } from "../../src/sandbox/strip-types.ts";

const { compile } = (
  globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }
).WebAssembly;
const HERE = new URL("../../src/sandbox/", import.meta.url);
export const quickJsWasm = await readFile(new URL("quickjs/quickjs.wasm", HERE));
const module = await compile(quickJsWasm);
export const luaScript = await readFile(new URL("lua/lua.txt", HERE), "utf8");
const clock = () => performance.now();

export const quickJs = createQuickJsSandbox({
  loadWasm: async () => module,
  loadLua: async () => luaScript,
  loadTypeStripper,
  clock,
  fairness: createFairness(clock),
});
