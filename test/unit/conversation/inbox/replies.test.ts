import { expect, it } from "vitest";
import type { Outgoing } from "../../../../src/channels/channel.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import { CHAT, ConversationRig, says } from "../../../support/machine/rig.ts";
import { createTestChannel } from "../../../support/test-channel/channel.ts";

function rigOf() {
  const sent: Outgoing[] = [];
  const port = {
    ...createTestChannel({ name: "telegram" }),
    deliver: async (outgoing: Outgoing) => ({
      status: "sent" as const,
      platform_id: `p${sent.push(outgoing)}`,
    }),
  };
  return new ConversationRig({
    model: () => says("Hi."),
    init: { channel: "telegram" },
    ports: () => ({ channels: { get: () => port } }),
  });
}

/** From another conversation: it is delivered as p2. */
async function chefSpeaks(rig: ConversationRig): Promise<void> {
  await rig.receive(message("hello"));
  await rig.pass();
  await rig.receive({
    type: "notice",
    key: "k1",
    source: { channel: "system", sender: "cnv_elsewhere" },
    text: "Dinner is ready.",
    spoken_by: { agent: "chef", author: "The chef" },
  });
  await rig.pass();
}

const message = (key: string, change: Partial<UserMessage> = {}): UserMessage => ({
  type: "user_message",
  key,
  source: CHAT,
  parts: [{ type: "text", text: key }],
  ...change,
});

it("a reply is answered by the agent whose words it replies to, by our id or by the platform's", async () => {
  const rig = rigOf();
  await chefSpeaks(rig);
  const own = rig.messages().at(-1)?.id ?? "";
  await rig.receive(message("two", { reply_to: own }));
  await rig.pass();
  await rig.receive(message("three", { reply_to: "p2" }));
  await rig.pass();
  await rig.receive(message("four", { reply_to: "p2", agent: "clerk" }));
  await rig.pass();
  await rig.receive(message("five", { reply_to: "p77" }));
  await rig.pass();
  const turns = rig.store.turns.page(null, 9).reverse().slice(1);
  expect(turns.map(({ agent }) => agent)).toEqual(["chef", "chef", "clerk", null]);
});

it("the same number in another place is another message", async () => {
  const rig = rigOf();
  await chefSpeaks(rig);
  await rig.receive(message("two", { reply_to: "p2", source: { ...CHAT, thread: "8" } }));
  await rig.pass();
  expect(rig.store.turns.page(null, 9)[0]?.agent).toBeNull();
});

it("a reply to an earlier message brings its words along, theirs or the agent's", async () => {
  const rig = rigOf();
  const written = (id: string, text: string, reply_to?: string) =>
    message(`telegram:${id}`, { parts: [{ type: "text", text }], ...(reply_to && { reply_to }) });
  await rig.receive(written("w1", "my door code hint is the blue heron"));
  await rig.pass();
  await rig.receive(written("w2", "the cat eats at nine"));
  await rig.pass();
  const own = rig.messages().length;
  await rig.receive(written("w3", "remember this", "w1"));
  await rig.pass();
  await rig.receive(written("w4", "and that", "p1"));
  await rig.pass();
  await rig.receive(written("w5", "the last one", "p4"));
  await rig.pass();
  const texts = rig
    .messages()
    .slice(own)
    .filter(({ role }) => role === "user")
    .map(({ parts }) =>
      parts
        .map((part) =>
          "source" in part ? `[${part.source}] ${part.text}\n` : "text" in part ? part.text : "",
        )
        .join(""),
    );
  expect(texts).toEqual([
    "In reply to what I wrote before: my door code hint is the blue heron\nremember this",
    "In reply to what you said before: Hi.\nand that",
    "the last one",
  ]);
});

it("a message has the time at which it was written, and says so when it comes late", async () => {
  const rig = rigOf();
  const now = rig.timeline.now;
  await rig.receive(message("soon", { sent_at: now - 30_000 }));
  await rig.pass();
  await rig.receive(message("late", { sent_at: now - 3_600_000 }));
  await rig.pass();
  await rig.receive(message("to come", { sent_at: now + 86_400_000 }));
  await rig.pass();
  const [soon, late, odd] = rig.messages().filter(({ role }) => role === "user");
  expect(Date.parse(soon?.created_at ?? "")).toBe(now - 30_000);
  expect(soon?.parts).toHaveLength(1);
  expect(Date.parse(late?.created_at ?? "")).toBe(now - 3_600_000);
  expect(late?.parts[0]).toMatchObject({ text: expect.stringContaining("it arrived only now") });
  expect(Date.parse(odd?.created_at ?? "")).toBeGreaterThanOrEqual(now);
  expect(odd?.parts).toHaveLength(1);
});
