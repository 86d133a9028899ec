import { expect, test } from "vitest";
import { AnswerFollower } from "../../../src/app/completions/answer/follower.ts";
import { ChatFrames } from "../../../src/app/completions/chat/frames.ts";
import { TurnReplyListener } from "../../../src/app/mcp-server/turn-reply.ts";
import type { EventBody, NightjarEvent } from "../../../src/domain/events.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";

const LIMIT = "The turn reached its limit of 2 steps.";

function told(body: EventBody): NightjarEvent {
  return { seq: 1, ts: "2026-11-27T10:00:00.000Z", turn_id: trustId<"trn">("trn_1"), ...body };
}

function ending(status: "completed" | "halted" | "failed", reason?: string): NightjarEvent {
  const message_id = trustId<"msg">("msg_1");
  const bill = { usage: NO_USAGE, cost_usd: null, steps: 1, duration_ms: 1 };
  return told({ type: "turn_end", status, message_id, ...bill, ...(reason && { reason }) });
}

async function streamed(events: NightjarEvent[]): Promise<string> {
  const head = { id: "chatcmpl-1", created: 0, model: "nightjar" };
  const conversation = trustId<"cnv">("cnv_00000000000000000001");
  const frames = new AnswerFollower({
    writer: new ChatFrames({ head, conversation, withUsage: false }),
    isHeld: false,
    unsaid: (text) => text,
    speakerOf: () => "",
    asking: (words) => words,
  });
  let text = "";
  for (const event of events) text += await frames.take(event);
  return text + frames.cutOff();
}

test("a halted turn streams its reason and ends for its length", async () => {
  const frames = await streamed([ending("halted", LIMIT)]);
  expect(frames).toContain(LIMIT);
  expect(frames).toContain('"finish_reason":"length"');
});

test("an answer of files alone streams their names", async () => {
  const part = { type: "image", file_id: "fil_1", media_type: "image/png", name: "heron.png" } as const;
  const [id, created_at] = [trustId<"msg">("msg_1"), "2026-11-27T10:00:00.000Z"];
  const message = { id, parent_id: null, role: "assistant", status: "complete", created_at } as const;
  const drawn = told({ type: "message", message: { ...message, parts: [part] } });
  const frames = await streamed([drawn, ending("completed")]);
  expect(frames).toContain('"content":"[image: heron.png]"');
});

test("a turn that broke off after some words ends with an error, once", async () => {
  const frames = await streamed([told({ type: "text", delta: "Well" }), ending("failed", "It broke off.")]);
  expect(frames).toContain("Well");
  expect(frames.match(/"error":/g)).toHaveLength(1);
  expect(frames).toContain("It broke off.");
});

test("a tool of the MCP server says why its agent was halted", () => {
  const listener = new TurnReplyListener();
  listener.take(ending("halted", LIMIT));
  expect(listener.heard).toEqual({ status: "answered", text: LIMIT });
});
