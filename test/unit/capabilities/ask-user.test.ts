import { expect, test } from "vitest";
import type { ToolContext } from "../../../src/agent/ports/tool.ts";
import { askPersonTool } from "../../../src/capabilities/builds/tools/ask-user.ts";

const CONTEXT = { now: 1_000 } as ToolContext;
const expiry = async (is_live: boolean, input: object = {}) => {
  const outcome = await askPersonTool({ is_live }).run({ question: "Celsius?", ...input }, CONTEXT);
  return "parked" in outcome && outcome.parked.kind === "question" ? outcome.parked.expires_at : undefined;
};

test("a question of a build waits for a day, and for a minute where the person waits to hear it", async () => {
  expect([await expiry(false), await expiry(true)]).toEqual([1_000 + 86_400_000, 1_000 + 60_000]);
});

test("a question that says itself how long it waits does so", async () => {
  expect(await expiry(true, { expires_in_seconds: 20 })).toBe(21_000);
});
