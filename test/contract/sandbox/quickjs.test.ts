import { expect, test } from "vitest";
import { luaBundle } from "../../../scripts/build-lua.mjs";
import { meteredQuickJs } from "../../../scripts/meter-wasm.mjs";
import { luaScript, quickJs, quickJsWasm } from "../../support/quickjs.ts";
import { sandboxSuite } from "./suite.ts";

sandboxSuite("quickjs", () => ({
  sandbox: quickJs,
  languages: ["javascript", "typescript", "lua"],
  limits: true,
}));

test("the metered module is what the script makes of the installed package", () => {
  expect(Buffer.compare(meteredQuickJs(), quickJsWasm)).toBe(0);
});

test("the Lua script is what the script makes of the installed package", async () => {
  expect(await luaBundle()).toBe(luaScript);
});
