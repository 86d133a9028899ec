import { describe, expect, test } from "vitest";
import lua from "../../src/sandbox/lua/lua.txt";
import { createQuickJsSandbox } from "../../src/sandbox/quickjs/engine.ts";
import { createFairness } from "../../src/sandbox/quickjs/fairness.ts";
import wasm from "../../src/sandbox/quickjs/quickjs.wasm";
import { canSuspend } from "../../src/sandbox/quickjs/web-assembly.ts";
import { loadTypeStripper } from "../../src/sandbox/strip-types.ts";
import { sandboxSuite } from "../contract/sandbox/suite.ts";

const clock = () => performance.now();
const sandbox = createQuickJsSandbox({
  loadWasm: async () => wasm,
  loadLua: async () => lua,
  loadTypeStripper,
  clock,
  fairness: createFairness(clock),
});

sandboxSuite("quickjs on workerd", () => ({
  sandbox,
  languages: ["javascript", "typescript", "lua"],
  limits: true,
}));

describe("while programs loop", () => {
  const loop = () =>
    sandbox.run({
      language: "javascript",
      code: "for (;;);",
      entry: { kind: "program" },
      host: {},
      limits: { compute_ms: 100 },
      signal: new AbortController().signal,
    });

  test("the runtime can put a program aside in the middle of a computation", () => {
    expect(canSuspend()).toBe(true);
  });

  test("others get their turn many times", async () => {
    const loops = Promise.all([1, 2, 3, 4].map(loop));
    let turns = 0;
    let running = true;
    const done = loops.then(() => {
      running = false;
    });
    while (running) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      turns++;
    }
    await done;
    // 4 programs of 100 ms in slices of 2 ms are 200 slices, fewer where the machine is busy; without slices there would be 4.
    expect(turns).toBeGreaterThan(40);
    expect((await loops).every((result) => !result.ok && result.problem === "compute")).toBe(true);
  });
});
