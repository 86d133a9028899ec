/** Answers that are heard as well: behind the text, and never in its way. */
import { describe, expect, test } from "vitest";
import type { Voice } from "../../../../durable-objects/conversation/outbox/ports.ts";
import type { ChannelPort, DeliveryResult } from "../../../../src/channels/channel.ts";
import type { MediaPart } from "../../../../src/domain/message.ts";
import { NO_PREFERENCES } from "../../../../src/people/preferences.ts";
import { CHAT, ConversationRig, finish, text } from "../../../support/machine/rig.ts";
import { createTestChannel, onlyChannel } from "../../../support/test-channel/channel.ts";

const RECORDING: MediaPart = { type: "audio", file_id: "fil_1", media_type: "audio/ogg" };
const SENT: DeliveryResult = { status: "sent", platform_id: "1" };

interface Told {
  record?: Voice["record"];
  ofRecording?(): DeliveryResult;
  wants?: boolean;
  takes?: MediaPart["type"][];
}

function aHouse({ record, ofRecording, wants = true, takes = ["audio"] }: Told = {}) {
  const arrived: string[] = [];
  const asked: unknown[] = [];
  const discarded: string[] = [];
  const port: ChannelPort = {
    ...createTestChannel({ name: "telegram", limits: { media: takes } }),
    deliver: async ({ chunk }) => {
      arrived.push(chunk.type === "text" ? chunk.text : chunk.type);
      return chunk.type === "media" ? (ofRecording?.() ?? SENT) : SENT;
    },
  };
  const voice: Voice = {
    speaks: true,
    record: async (owner, words, signal) => {
      asked.push({ owner, ...words });
      return record ? record(owner, words, signal) : RECORDING;
    },
    discard: async (_owner, { file_id }) => void discarded.push(file_id),
  };
  const rig = new ConversationRig({
    model: () => [text("It is **warm**."), finish()],
    ports: () => ({
      channels: onlyChannel("telegram", port),
      voice,
      preferences: () => ({ ...NO_PREFERENCES, voice_replies: wants }),
    }),
  });
  const deliveries = () => rig.store.sql.all("SELECT status, sent, chunk_count, reason FROM deliveries");
  return { rig, arrived, asked, discarded, deliveries };
}

const WHOLE = { status: "sent", sent: 2, chunk_count: 2, reason: null };
const WITHOUT = { status: "sent", sent: 1, chunk_count: 1, reason: null };

describe("an answer to somebody who wants to hear it", () => {
  test("arrives as text, then as a recording, which is not kept", async () => {
    const { rig, arrived, asked, discarded, deliveries } = aHouse();
    await rig.say("How is it?", "1", CHAT);
    await rig.pass(60_000);
    expect(arrived).toEqual(["It is **warm**.", "media"]);
    expect(asked).toMatchObject([
      { owner: "usr_ann", text: "It is **warm**.", conversation_id: expect.any(String) },
    ]);
    expect(discarded).toEqual(["fil_1"]);
    expect(deliveries()).toEqual([WHOLE]);
    expect(rig.said().at(-1)).toBe("assistant: It is **warm**.");
  });

  test("is the text alone when nothing can say it, and nobody hears of a failure", async () => {
    const { rig, arrived, deliveries, discarded } = aHouse({ record: async () => undefined });
    await rig.say("How is it?", "1", CHAT);
    await rig.pass(60_000);
    expect(arrived).toEqual(["It is **warm**."]);
    expect(deliveries()).toEqual([WITHOUT]);
    expect(discarded).toEqual([]);
    expect([...rig.store.log.since(0)].map(({ type }) => type)).not.toContain("notice");
  });

  test("is the text alone when the platform refuses the recording", async () => {
    const refused: DeliveryResult = { status: "failed", reason: "no voice here" };
    const { rig, deliveries, discarded } = aHouse({ ofRecording: () => refused });
    await rig.say("How is it?", "1", CHAT);
    await rig.pass(60_000);
    expect(deliveries()).toEqual([WITHOUT]);
    expect(discarded).toEqual(["fil_1"]);
  });

  test("is recorded once, however often the platform wants patience", async () => {
    const answers: DeliveryResult[] = [1, 2].map(() => ({ status: "later", reason: "slow down" }));
    const { rig, asked, deliveries } = aHouse({ ofRecording: () => answers.shift() ?? SENT });
    await rig.say("How is it?", "1", CHAT);
    await rig.pass(600_000);
    expect(asked).toHaveLength(1);
    expect(deliveries()).toEqual([WHOLE]);
  });
});

describe("an answer is text alone", () => {
  test.each([
    ["for whoever has not asked to hear it", aHouse({ wants: false }), CHAT],
    ["where the channel takes no recordings", aHouse({ takes: ["image"] }), CHAT],
    ["in a group", aHouse(), { ...CHAT, is_group: true as const }],
  ])("%s", async (_case, { rig, arrived, asked }, place) => {
    await rig.say("How is it?", "1", place);
    await rig.pass(60_000);
    expect(arrived).toEqual(["It is **warm**."]);
    expect(asked).toEqual([]);
  });
});
