import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool, quoted } from "../../../src/tools/define-tool.ts";
import { withOutputLimit } from "../../../src/tools/output-limit.ts";
import { createReadTool } from "../../../src/tools/workspace/read.ts";
import { memoryWorkspace } from "./memory-workspace.ts";
import { call, contentOf } from "./support.ts";

const whole = Array.from({ length: 4000 }, (_, index) => `row ${index}`).join("\n");
const talker = defineTool({
  name: "talker",
  description: "",
  schema: z.object({ text: z.string() }),
  effect: "read",
  reach: "inside",
  run: ({ text }) => quoted(text),
});

test("a long output is cut in the middle, and the whole can be read", async () => {
  const workspace = memoryWorkspace();
  const [tool = talker] = withOutputLimit([talker], workspace);
  const outcome = await call(tool, { text: whole });
  if (!("ok" in outcome && outcome.ok)) throw new Error("not a result");
  expect(outcome.trust).toBe("untrusted");
  expect(outcome.content.length).toBeLessThan(30_500);
  expect(outcome.content).toMatch(/^row 0\n/);
  expect(outcome.content).toMatch(/row 3999$/);
  const path = /the whole is in (\S+);/.exec(outcome.content)?.[1] ?? "";
  const read = createReadTool(workspace);
  expect(await contentOf(read, { path, from_line: 3500, lines: 1 })).toMatch(/^row 3499\n/);
});

test("a short output is left as it is", async () => {
  const workspace = memoryWorkspace();
  const [tool = talker] = withOutputLimit([talker], workspace);
  expect(await contentOf(tool, { text: "short" })).toBe("short");
  expect(workspace.paths()).toEqual([]);
});

test("when the whole can't be kept the cut output still comes", async () => {
  const broken = { ...memoryWorkspace(), write: () => Promise.reject(new Error("R2 is down")) };
  const [tool = talker] = withOutputLimit([talker], broken);
  expect(await contentOf(tool, { text: whole })).toContain("the rest is lost");
});
