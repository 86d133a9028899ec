import { describe, expect, it } from "vitest";
import type { Command, Inbound, UserMessage } from "../../../../src/domain/inbound.ts";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import {
  ANN,
  asked,
  ConversationRig,
  calls,
  type RigOptions,
  rounds,
  says,
  WEB,
  wait,
} from "../../../support/machine/rig.ts";

async function archive(rig: ConversationRig, archived = true): Promise<void> {
  await rig.machine.request((awake) => awake.changes.patch({ archived }));
}

function command(order: Command["command"]): Inbound {
  return { type: "command", key: order.name, source: WEB, actor: ANN, command: order };
}

const ASKS: RigOptions = {
  model: (request) =>
    asked(request) === "Ask me" && rounds(request) === 0
      ? calls(["c1", "ask_user", { question: "Red or blue?", options: [] }])
      : says("ok"),
  tools: () => [askUserTool],
};

describe("an archived conversation", () => {
  it("takes no message and says how to bring it back, after which it takes the same one", async () => {
    const rig = new ConversationRig();
    await rig.say("Hello");
    await rig.pass();
    await archive(rig);
    expect(await rig.say("Again")).toMatchObject({
      status: "refused",
      refusal: "archived",
      reason: expect.stringContaining("Bring it back first"),
    });
    expect(rig.said()).toEqual(["user: Hello", "assistant: ok"]);
    await archive(rig, false);
    expect(await rig.say("Again")).toMatchObject({ status: "accepted" });
  });

  it("knows what it had taken before", async () => {
    const rig = new ConversationRig();
    const first = await rig.say("Hello", "k");
    await archive(rig);
    expect(await rig.say("Hello", "k")).toEqual({ ...first, status: "duplicate" });
  });

  it("answers nothing again", async () => {
    const rig = new ConversationRig();
    await rig.say("Hello");
    await rig.pass();
    await archive(rig);
    const [, answer] = rig.messages();
    const again = command({ name: "regenerate", message_id: answer?.id as never });
    expect(await rig.receive(again)).toMatchObject({ refusal: "archived" });
  });

  it("still takes an answer, in words as well", async () => {
    for (const answer of ["by id", "in words"]) {
      const rig = new ConversationRig(ASKS);
      await rig.say("Ask me");
      await rig.pass();
      await archive(rig);
      const receipt = answer === "by id" ? await rig.answer("c1", "blue") : await rig.say("blue");
      expect(receipt).toMatchObject({ status: "accepted", message_id: null });
      await rig.pass();
      expect(rig.said()).toEqual(["user: Ask me", "assistant: ok"]);
    }
  });

  it("still takes a halt, a notice and what an agent says unasked", async () => {
    const rig = new ConversationRig();
    await archive(rig);
    const notice = { type: "notice" as const, source: { channel: "system" as const, sender: "jobs" } };
    const spoken_by = { agent: "chef", author: "The chef" };
    expect(await rig.receive({ ...notice, key: "n1", text: "It is built." })).toMatchObject({
      status: "accepted",
    });
    expect(await rig.receive({ ...notice, key: "n2", text: "Dinner.", spoken_by })).toMatchObject({
      status: "accepted",
    });
    expect(await rig.receive(command({ name: "halt" }))).toMatchObject({ status: "accepted" });
  });
});

describe("somebody who is signed in and may not use the conversation", () => {
  it("puts nothing into it", async () => {
    const rig = new ConversationRig();
    const actor = { owner: "usr_mallory", role: "member" as const, name: "Mallory" };
    const source = { ...WEB, sender: actor.owner };
    const parts: UserMessage["parts"] = [{ type: "text", text: "Hi" }];
    const receipt = await rig.receive({ type: "user_message", key: "k", source, actor, parts });
    expect(receipt).toMatchObject({ status: "refused", refusal: "forbidden" });
    expect(rig.store.meta.message_count).toBe(0);
  });
});

describe("a queue that is full", () => {
  it("still takes the answer for which its turns wait", async () => {
    const slow: RigOptions["model"] = (request, count) =>
      asked(request) === "Ask me" ? (ASKS.model?.(request, count) ?? []) : [wait(60_000), ...says("ok")];
    const rig = new ConversationRig({ ...ASKS, model: slow });
    await rig.say("Ask me");
    await rig.pass();
    for (let n = 1; n <= 60; n++) await rig.receive({ ...message(`m${n}`), parent_id: null });
    expect(await rig.receive({ ...message("more"), parent_id: null })).toMatchObject({
      refusal: "queue_full",
    });
    expect(await rig.answer("c1", "blue")).toMatchObject({ status: "accepted" });
  });
});

describe("an admission of the house's own", () => {
  it("refuses after those of the inbox, and sees what the words mean", async () => {
    const seen: string[] = [];
    const rig = new ConversationRig({
      ...ASKS,
      ports: () => ({
        admissions: [
          (_store, inbound) => {
            seen.push(inbound.type);
            const isRude = JSON.stringify(inbound).includes("rude");
            return isRude ? { status: "refused", refusal: "forbidden", reason: "Be kind." } : undefined;
          },
        ],
      }),
    });
    await rig.say("Ask me");
    await rig.pass();
    await rig.say("x".repeat(600_000));
    expect(await rig.say("rude words")).toEqual({
      status: "refused",
      refusal: "forbidden",
      reason: "Be kind.",
    });
    await rig.say("blue");
    expect(seen).toEqual(["user_message", "tool_result", "tool_result"]);
  });
});

function message(words: string): UserMessage {
  const parts = [{ type: "text" as const, text: words }];
  return { type: "user_message", key: `client:${words}`, source: WEB, actor: ANN, parts };
}
