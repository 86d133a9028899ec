import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { luaBundle } from "../../../scripts/build-lua.mjs";
import { meteredQuickJs } from "../../../scripts/meter-wasm.mjs";
import { createQuickJsSandbox } from "../../../src/capabilities/sandbox/quickjs/engine.ts";
import { createFairness } from "../../../src/capabilities/sandbox/quickjs/fairness.ts";
import { loadTypeStripper } from "../../../src/capabilities/sandbox/strip-types.ts";
import { sandboxSuite } from "./suite.ts";

const { compile } = (
  globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }
).WebAssembly;
const HERE = new URL("../../../src/capabilities/sandbox/", import.meta.url);
const wasm = await readFile(new URL("quickjs/quickjs.wasm", HERE));
const module = await compile(wasm);
const lua = await readFile(new URL("lua/lua.txt", HERE), "utf8");
const clock = () => performance.now();

const sandbox = createQuickJsSandbox({
  loadWasm: async () => module,
  loadLua: async () => lua,
  loadTypeStripper,
  clock,
  fairness: createFairness(clock),
});

sandboxSuite("quickjs", () => ({ sandbox, languages: ["javascript", "typescript", "lua"], limits: true }));

test("the metered module is what the script makes of the installed package", () => {
  expect(Buffer.compare(meteredQuickJs(), wasm)).toBe(0);
});

test("the Lua script is what the script makes of the installed package", async () => {
  expect(await luaBundle()).toBe(lua);
});
