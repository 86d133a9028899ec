import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Outgoing } from "../../../../src/channels/channel.ts";
import type { Receipt } from "../../../../src/domain/conversation/receipt.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import { ANN, asked, CHAT, ConversationRig, calls, rounds, says, WEB } from "../../../support/machine/rig.ts";
import { createTestChannel } from "../../../support/test-channel/channel.ts";

/** In the same group as Ann. */
const BOB: Source = { ...CHAT, sender: "bob-t", sender_name: "Bob" };
const ELSEWHERE: Source = { ...CHAT, thread: "8" };

interface Group {
  rig: ConversationRig;
  sent: Outgoing[];
  /** What was paid. */
  ran: string[];
  say(words: string, source: Source): Promise<Receipt>;
}

/** A conversation of a group, whose agent asks Ann something: by `ask_user`, or whether it may pay. */
async function askedAnn(tool: "ask_user" | "pay"): Promise<Group> {
  const sent: Outgoing[] = [];
  const ran: string[] = [];
  const pay = defineTool({
    name: "pay",
    description: "pay",
    schema: z.object({ what: z.string() }),
    effect: "once",
    reach: "inside",
    run: async ({ what }) => {
      ran.push(what);
      return trustedResult("paid");
    },
  });
  const port = {
    ...createTestChannel({ name: "telegram" }),
    deliver: async (outgoing: Outgoing) => {
      sent.push(outgoing);
      return { status: "sent" as const, platform_id: String(sent.length) };
    },
  };
  const rig = new ConversationRig({
    model: (request) => {
      if (!asked(request).includes("Begin")) return says("Hello.");
      if (rounds(request) > 0) return says("Done.");
      return calls([
        "c1",
        tool,
        tool === "pay" ? { what: "ann" } : { question: "Red or blue?", options: [] },
      ]);
    },
    tools: () => [askUserTool, pay],
    rules: { pay: "ask" },
    init: { channel: "telegram" },
    ports: () => ({ channels: { get: () => port } }),
  });
  let count = 0;
  const say = async (words: string, source: Source) => {
    const receipt = await rig.say(words, `telegram:${++count}`, source);
    await rig.pass();
    return receipt;
  };
  await say("Begin", CHAT);
  return { rig, sent, ran, say };
}

/** A reminder is due, of which the agent asks something. */
async function remind(rig: ConversationRig): Promise<void> {
  const source = { channel: "telegram" as const, sender: "schedule", thread: "7" };
  await rig.receive({ type: "notice", key: "schedule:1", source, text: "Begin" });
  await rig.pass();
}

const OPEN = [{ state: "parked" }];

describe("a question in a group", () => {
  it("is answered by the next words of the person who was asked", async () => {
    const { rig, say } = await askedAnn("ask_user");
    expect(await say("blue", CHAT)).toMatchObject({ status: "accepted", message_id: null });
    expect(rig.said()).toEqual(["user: Begin", "assistant: Done."]);
  });

  it("is not answered by a stranger's words: they are a message like any other", async () => {
    const { rig, say } = await askedAnn("ask_user");
    const receipt = await say("blue", BOB);
    expect(receipt).toMatchObject({ status: "accepted", message_id: expect.stringMatching(/^msg_/) });
    expect(rig.said().slice(2)).toEqual(["user: blue", "assistant: Hello."]);
    expect(rig.store.turns.open()).toMatchObject(OPEN);
  });

  it("is not answered from another place by somebody of the same name", async () => {
    const { rig, say } = await askedAnn("ask_user");
    await say("blue", ELSEWHERE);
    expect(rig.store.turns.open()).toMatchObject(OPEN);
  });

  it("is answered by the owner from the app, in words or by the call's id", async () => {
    const inWords = await askedAnn("ask_user");
    expect(await inWords.say("blue", WEB)).toMatchObject({ message_id: null });
    expect(inWords.rig.store.turns.open()).toEqual([]);
    const byId = await askedAnn("ask_user");
    expect(await byId.rig.answer("c1", "blue")).toMatchObject({ status: "accepted" });
  });

  it("is not answered by a stranger who knows the call's id", async () => {
    const { rig } = await askedAnn("ask_user");
    expect(await rig.answer("c1", "blue", BOB)).toMatchObject({ status: "refused", refusal: "forbidden" });
    expect(await rig.answer("c1", "blue", CHAT)).toMatchObject({ status: "accepted" });
  });

  it("is not answered by somebody who only bears the owner's name", async () => {
    const { rig } = await askedAnn("ask_user");
    const source: Source = { channel: "http", sender: ANN.owner };
    expect(await rig.answer("c1", "blue", source)).toMatchObject({ refusal: "forbidden" });
  });

  it("of a reminder is put to whoever wrote there last", async () => {
    const { rig, say } = await askedAnn("ask_user");
    await say("blue", CHAT);
    await remind(rig);
    expect(rig.store.turns.open()).toMatchObject(OPEN);
    expect(await say("red", BOB)).toMatchObject({ message_id: expect.any(String) });
    expect(rig.store.turns.open()).toMatchObject(OPEN);
  });

  it("of a reminder is answered by that person", async () => {
    const { rig, say } = await askedAnn("ask_user");
    await say("blue", CHAT);
    await remind(rig);
    expect(await say("red", CHAT)).toMatchObject({ message_id: null });
    expect(rig.store.turns.open()).toEqual([]);
  });
});

describe("an approval in a group", () => {
  const yes = ["Allow", "yes!", "/allow", "allow_once"];
  for (const words of yes) {
    it(`is given by "${words}" of the person who was asked`, async () => {
      const { ran, say } = await askedAnn("pay");
      expect(await say(words, CHAT)).toMatchObject({ status: "accepted", message_id: null });
      expect(ran).toEqual(["ann"]);
    });

    it(`is not given by "${words}" of a stranger`, async () => {
      const { rig, ran, say } = await askedAnn("pay");
      expect(await say(words, BOB)).toMatchObject({ message_id: expect.stringMatching(/^msg_/) });
      expect(ran).toEqual([]);
      expect(rig.store.turns.open()).toMatchObject(OPEN);
    });
  }

  it("is decided by the value of each button that was shown", async () => {
    const { sent } = await askedAnn("pay");
    const prompts = sent.flatMap(({ chunk }) =>
      chunk.type === "text" && chunk.prompt ? [chunk.prompt] : [],
    );
    const values = prompts.flatMap(({ options }) => options.map(({ value }) => value));
    expect(values).toEqual(["allow_once", "allow_task", "allow_ten", "deny"]);
    for (const value of values) {
      const { rig, ran, say } = await askedAnn("pay");
      await say(value, BOB);
      expect(rig.store.turns.open()).toMatchObject(OPEN);
      await say(value, CHAT);
      expect(ran).toEqual(value === "deny" ? [] : ["ann"]);
      expect(rig.store.turns.open()).toEqual([]);
    }
  });

  it("is denied with a reason in words", async () => {
    const { rig, ran, say } = await askedAnn("pay");
    await say("deny: too dear", CHAT);
    expect(ran).toEqual([]);
    expect(rig.messages()[1]?.parts.find((part) => part.type === "tool_result")).toMatchObject({
      denied: { by: "person", reason: "too dear" },
    });
  });

  it("is decided by the owner from the app, and not by a stranger who knows the call's id", async () => {
    const { rig, ran } = await askedAnn("pay");
    const once = { decision: "once" as const };
    expect(await rig.decide("c1", once, BOB)).toMatchObject({ status: "refused", refusal: "forbidden" });
    expect(await rig.decide("c1", once)).toMatchObject({ status: "accepted" });
    await rig.pass();
    expect(ran).toEqual(["ann"]);
  });

  it("is taken for expired by nobody's word before its time", async () => {
    const { rig } = await askedAnn("pay");
    expect(await rig.decide("c1", { decision: "expired" })).toMatchObject({ refusal: "forbidden" });
    expect(rig.store.turns.open()).toMatchObject(OPEN);
  });

  it("is not given by an answer, nor a question answered by a decision", async () => {
    const approval = await askedAnn("pay");
    const answer = await approval.rig.answer("c1", "allow_once");
    expect(answer).toMatchObject({
      refusal: "no_such_call",
      reason: expect.stringContaining("allow or deny"),
    });
    const question = await askedAnn("ask_user");
    const decision = await question.rig.decide("c1", { decision: "once" });
    expect(decision).toMatchObject({
      refusal: "no_such_call",
      reason: expect.stringContaining("answer its"),
    });
  });
});
