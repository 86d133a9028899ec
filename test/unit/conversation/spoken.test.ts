import { describe, expect, it } from "vitest";
import type { Outgoing } from "../../../src/channels/channel.ts";
import { CHAT, finish, House, says, text, wait } from "../../support/machine/house.ts";
import { createTestChannel } from "../../support/test-channel/channel.ts";

const said = (key: string, words: string) => ({
  type: "notice" as const,
  key,
  source: { channel: "system" as const, sender: "cnv_elsewhere" },
  text: words,
  spoken_by: { agent: "chef", author: "The chef" },
});

describe("what an agent says from another conversation", () => {
  it("is shown as its message, and no turn answers it", async () => {
    const house = new House();
    await house.reader.connect();
    await house.say("Hello");
    await house.pass();
    await house.receive(said("k1", "Dinner is ready."));
    expect(await house.receive(said("k1", "Dinner is ready."))).toMatchObject({ status: "duplicate" });
    await house.pass();
    expect(house.said()).toEqual(["user: Hello", "assistant: ok", "assistant: Dinner is ready."]);
    expect(house.messages().at(-1)).toMatchObject({ agent: "chef", author: "The chef" });
    expect(house.requests).toHaveLength(1);
    expect(house.flushed.at(-1)).toMatchObject({
      meta: { message_count: 3, turn_count: 1 },
      messages: [{ parts: [{ type: "text", text: "Dinner is ready." }] }],
    });
  });

  it("is there at once, through a kill, for who opens the conversation later", async () => {
    const house = new House();
    await house.receive(said("k1", "Dinner is ready."));
    house.machine.kill();
    await house.pass();
    const late = house.follow("late");
    await late.connect();
    expect(late.events.filter((event) => event.type === "message")).toHaveLength(1);
    await house.say("Thanks!");
    await house.pass();
    expect(house.said()).toEqual(["assistant: Dinner is ready.", "user: Thanks!", "assistant: ok"]);
    expect(JSON.stringify(house.requests[0]?.messages)).toContain("Dinner is ready.");
  });

  it("stands after the answer that is being made meanwhile", async () => {
    const house = new House({ model: () => [text("Long "), wait(2_000), text("story."), finish()] });
    await house.say("Tell me");
    await house.pass(500);
    await house.receive(said("k1", "Dinner is ready."));
    await house.say("Coming");
    await house.pass();
    expect(house.said()).toEqual([
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
    const house = new House({
      model: () => says("Hi."),
      init: { channel: "telegram" },
      services: () => ({ channels: { get: () => port } }),
    });
    await house.say("Hello", "c1", CHAT);
    await house.pass();
    await house.receive(said("k1", "Dinner is ready."));
    await house.pass();
    expect(sent.map(({ chunk, to }) => [chunk.type === "text" && chunk.text, to.thread])).toEqual([
      ["Hi.", "7"],
      ["Dinner is ready.", "7"],
    ]);
    const [newest] =
      house.machine.awake?.outbox.deliveries.list({ before: null, status: null, limit: 1 }) ?? [];
    expect(newest).toMatchObject({ turn_id: null, status: "sent", kind: "reply" });
  });
});
