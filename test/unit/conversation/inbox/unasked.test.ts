import { describe, expect, it } from "vitest";
import type { Outgoing } from "../../../../src/channels/channel.ts";
import { CHAT, ConversationRig, finish, says, text, wait } from "../../../support/machine/rig.ts";
import { createTestChannel } from "../../../support/test-channel/channel.ts";

const said = (key: string, words: string) => ({
  type: "notice" as const,
  key,
  source: { channel: "system" as const, sender: "cnv_elsewhere" },
  text: words,
  spoken_by: { agent: "chef", author: "The chef" },
});

describe("what an agent says from another conversation", () => {
  it("is shown as its message, and no turn answers it", async () => {
    const rig = new ConversationRig();
    await rig.reader.connect();
    await rig.say("Hello");
    await rig.pass();
    await rig.receive(said("k1", "Dinner is ready."));
    expect(await rig.receive(said("k1", "Dinner is ready."))).toMatchObject({ status: "duplicate" });
    await rig.pass();
    expect(rig.said()).toEqual(["user: Hello", "assistant: ok", "assistant: Dinner is ready."]);
    expect(rig.messages().at(-1)).toMatchObject({ agent: "chef", author: "The chef" });
    expect(rig.requests).toHaveLength(1);
    expect(rig.flushed.at(-1)).toMatchObject({
      meta: { message_count: 3, turn_count: 1 },
      messages: [{ parts: [{ type: "text", text: "Dinner is ready." }] }],
    });
  });

  it("is there at once, through a kill, for who opens the conversation later", async () => {
    const rig = new ConversationRig();
    await rig.receive(said("k1", "Dinner is ready."));
    rig.machine.kill();
    await rig.pass();
    const late = rig.follow("late");
    await late.connect();
    expect(late.events.filter((event) => event.type === "message")).toHaveLength(1);
    await rig.say("Thanks!");
    await rig.pass();
    expect(rig.said()).toEqual(["assistant: Dinner is ready.", "user: Thanks!", "assistant: ok"]);
    expect(JSON.stringify(rig.requests[0]?.messages)).toContain("Dinner is ready.");
  });

  it("stands after the answer that is being made meanwhile", async () => {
    const rig = new ConversationRig({ model: () => [text("Long "), wait(2_000), text("story."), finish()] });
    await rig.say("Tell me");
    await rig.pass(500);
    await rig.receive(said("k1", "Dinner is ready."));
    await rig.say("Coming");
    await rig.pass();
    expect(rig.said()).toEqual([
      "user: Tell me",
      "assistant: Long story.",
      "assistant: Dinner is ready.",
      "user: Coming",
      "assistant: Long story.",
    ]);
  });

  it("is carried to the chat that the conversation lives in", async () => {
    const sent: Outgoing[] = [];
    const port = {
      ...createTestChannel({ name: "telegram" }),
      deliver: async (outgoing: Outgoing) => {
        sent.push(outgoing);
        return { status: "sent" as const, platform_id: String(sent.length) };
      },
    };
    const rig = new ConversationRig({
      model: () => says("Hi."),
      init: { channel: "telegram" },
      ports: () => ({ channels: { get: () => port } }),
    });
    await rig.say("Hello", "c1", CHAT);
    await rig.pass();
    await rig.receive(said("k1", "Dinner is ready."));
    await rig.pass();
    expect(sent.map(({ chunk, to }) => [chunk.type === "text" && chunk.text, to.thread])).toEqual([
      ["Hi.", "7"],
      ["Dinner is ready.", "7"],
    ]);
    const [newest] =
      rig.machine.awake?.outbox.deliveries.list({ before: null, status: null, limit: 1 }) ?? [];
    expect(newest).toMatchObject({ turn_id: null, status: "sent", kind: "reply" });
  });
});
