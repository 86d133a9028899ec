import { expect, test } from "vitest";
import type { ToolOutcome } from "../../../src/agent/ports/tool.ts";
import { toolError, trustedResult, untrustedResult } from "../../../src/tools/define-tool.ts";
import { createOutputLimit } from "../../../src/tools/output-limit.ts";
import { createReadTool } from "../../../src/tools/workspace/read.ts";
import { memoryWorkspace } from "./memory-workspace.ts";
import { aContext, contentOf } from "./support.ts";

const whole = Array.from({ length: 4000 }, (_, index) => `row ${index}`).join("\n");

function cutBy(workspace: ReturnType<typeof memoryWorkspace>, outcome: ToolOutcome) {
  return createOutputLimit(workspace)(outcome, { tool: "mcp_drive_fetch", context: aContext() });
}

test("a long output is cut in the middle, and the whole can be read", async () => {
  const workspace = memoryWorkspace();
  const outcome = await cutBy(workspace, untrustedResult(whole));
  if (!("ok" in outcome && outcome.ok)) throw new Error("not a result");
  expect(outcome.trust).toBe("untrusted");
  expect(outcome.content.length).toBeLessThan(30_500);
  expect(outcome.content).toMatch(/^row 0\n/);
  expect(outcome.content).toMatch(/row 3999$/);
  const path = /the whole is in (\S+);/.exec(outcome.content)?.[1] ?? "";
  const read = createReadTool(workspace);
  expect(await contentOf(read, { path, from_line: 3500, lines: 1 })).toMatch(/^row 3499\n/);
});

test("a long error is cut as a result is", async () => {
  const outcome = await cutBy(memoryWorkspace(), toolError(whole));
  expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining("the whole is in .outputs/") });
});

test("a short output is left as it is, at once", () => {
  const workspace = memoryWorkspace();
  const short = trustedResult("short");
  expect(cutBy(workspace, short)).toBe(short);
  expect(workspace.written()).toEqual([]);
});

test("when the whole can't be kept the cut output still comes", async () => {
  const broken = { ...memoryWorkspace(), write: () => Promise.reject(new Error("R2 is down")) };
  expect(await cutBy(broken, untrustedResult(whole))).toMatchObject({
    content: expect.stringContaining("the rest is lost"),
  });
});
