/** Whoever decides about a call that was decided hears what became of it, by every way in. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Receipt } from "../../../../src/domain/conversation/receipt.ts";
import type { DecisionInbound, Source } from "../../../../src/domain/inbound.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import { ANN, CHAT, ConversationRig, calls, rounds, says } from "../../../support/machine/rig.ts";

const PAY = defineTool({
  name: "pay",
  description: "pay",
  schema: z.object({}),
  effect: "once",
  reach: "inside",
  run: async () => trustedResult("paid"),
});

async function asked(): Promise<ConversationRig> {
  const rig = new ConversationRig({
    model: (request) => (rounds(request) === 0 ? calls(["c1", "pay", {}]) : says("Done.")),
    tools: () => [PAY],
    rules: { pay: "ask" },
  });
  await rig.say("Pay");
  await rig.pass();
  return rig;
}

type Decision = DecisionInbound["decision"];

const OUTCOMES: [Decision, Decision, RegExp][] = [
  ["once", "deny", /^This was already allowed by \S+ at \d{4}-\S+Z\. It may have run: stop the turn/],
  ["ten", "deny", /^This was already allowed, with nine more like it by /],
  ["deny", "once", /^This was already denied by \S+ at \d{4}-\S+Z\.$/],
];

describe("the second decision about a call", () => {
  it.each(OUTCOMES)(
    "that is another (%s, then %s) is refused with what became of it",
    async (first, second, words) => {
      const rig = await asked();
      expect(await rig.decide("c1", { decision: first })).toMatchObject({ status: "accepted" });
      const refusal = { status: "refused", refusal: "no_such_call", reason: expect.stringMatching(words) };
      expect(await rig.decide("c1", { decision: second })).toMatchObject(refusal);
      await rig.pass();
      expect(await rig.decide("c1", { decision: second })).toMatchObject(refusal);
      expect(await pressed(rig, second)).toMatchObject(refusal);
    },
  );

  it("for a scope that the card did not offer is refused, and the call waits on", async () => {
    const rig = await asked();
    expect(await rig.decide("c1", { decision: "always" })).toMatchObject({
      status: "refused",
      refusal: "malformed",
      reason: 'This call does not offer "always". Choose one of: allow_once, allow_task, allow_ten, deny.',
    });
    expect(await rig.decide("c1", { decision: "once" })).toMatchObject({ status: "accepted" });
  });

  it("that is the same is a duplicate", async () => {
    const rig = await asked();
    await rig.decide("c1", { decision: "once" });
    await rig.pass();
    expect(await rig.decide("c1", { decision: "once" })).toMatchObject({ status: "duplicate" });
    expect(await pressed(rig, "once")).toMatchObject({
      reason: expect.stringContaining("already allowed by"),
    });
  });

  it("is told after the object was evicted too, and nothing to anybody who may not decide", async () => {
    const rig = await asked();
    await rig.decide("c1", { decision: "once" });
    rig.machine.evict();
    expect(await pressed(rig, "deny")).toMatchObject({ reason: expect.stringContaining("already allowed") });
    const stranger: Source = { ...CHAT, sender: "eve-t", sender_name: "Eve" };
    const receipt = await rig.receive({
      ...press("deny"),
      source: stranger,
    });
    expect(JSON.stringify(receipt)).not.toContain("already allowed");
  });
});

function press(decision: Decision) {
  return { type: "decision" as const, key: "press:2", call_id: "c1" as never, decision };
}

/** By a button of a chat: its press has a key of its own. */
function pressed(rig: ConversationRig, decision: Decision): Promise<Receipt> {
  return rig.receive({ ...press(decision), source: CHAT, actor: ANN });
}
