/** Calls that park with a state of their own, and go on with it. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ToolContext } from "../../../../src/agent/ports/tool.ts";
import { defineTool } from "../../../../src/tools/define-tool.ts";
import { ConversationRig, calls, rounds, says } from "../../../support/machine/rig.ts";

/** Asks for a name, then waits for a minute, then has its result. */
function orderTool(runs: ToolContext["resumed"][]) {
  return defineTool({
    name: "order",
    description: "Orders.",
    schema: z.object({}),
    effect: "once",
    reach: "inside",
    run: async (_input, { resumed, now }) => {
      runs.push(resumed);
      if (resumed === undefined)
        return { parked: { kind: "question", question: "Name?", options: [], resume: "named" } };
      if (resumed.state === "named")
        return { parked: { kind: "pause", expires_at: now + 60_000, resume: `${resumed.answer} waits` } };
      return { ok: true, content: `Done: ${resumed.state}.`, trust: "trusted" };
    },
  });
}

async function ordered(fate?: () => "goes on" | "dies after the commit") {
  const runs: ToolContext["resumed"][] = [];
  const rig = new ConversationRig({
    tools: () => [orderTool(runs)],
    model: (request) => (rounds(request) === 0 ? calls(["o", "order", {}]) : says("Ordered.")),
    ...(fate && { fate }),
  });
  await rig.reader.connect();
  await rig.say("Order");
  await rig.pass(1_000);
  return { rig, runs };
}

const resultsOf = (rig: ConversationRig) =>
  rig.messages()[1]?.parts.filter(({ type }) => type === "tool_result");

describe("a call that goes on where it parked", () => {
  it("runs again with the answer, pauses, and has one result", async () => {
    const { rig, runs } = await ordered();
    await rig.answer("o", "Ada");
    await rig.pass(30_000);
    expect(runs).toHaveLength(2);
    await rig.pass(40_000);
    expect(runs).toEqual([
      undefined,
      { state: "named", answer: "Ada" },
      { state: "Ada waits", answer: null },
    ]);
    expect(resultsOf(rig)).toMatchObject([{ is_error: false, content: "Done: Ada waits." }]);
    expect(rig.said().at(-1)).toBe("assistant: Ordered.");
  });

  it("does so when the machine dies as the answer comes", async () => {
    let isFatal = false;
    const { rig, runs } = await ordered(() => (isFatal ? "dies after the commit" : "goes on"));
    isFatal = true;
    await rig.answer("o", "Ada").catch(() => undefined);
    isFatal = false;
    await rig.pass(120_000);
    expect(runs.at(-1)).toEqual({ state: "Ada waits", answer: null });
    expect(resultsOf(rig)).toMatchObject([{ content: "Done: Ada waits." }]);
  });

  it("can be halted while it pauses, and does not run again", async () => {
    const { rig, runs } = await ordered();
    await rig.answer("o", "Ada");
    await rig.pass(1_000);
    await rig.halt();
    await rig.pass(120_000);
    expect(runs).toHaveLength(2);
    expect(rig.store.turns.open()).toEqual([]);
  });
});
