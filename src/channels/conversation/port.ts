/**
 * Delivers messages into the inbox of another conversation. The delivery's key is the inbox's idempotency key, so a
 * repeated delivery takes effect once.
 */

import type { Receipt } from "../../domain/conversation/receipt.ts";
import type { Result } from "../../domain/errors.ts";
import { parseId, trustId } from "../../domain/ids.ts";
import type { Inbound } from "../../domain/inbound.ts";
import type { ChannelPort, DeliveryResult, Outgoing } from "../channel.ts";
import type { ConversationInboxes } from "../kind.ts";
import { sourceOf, taskOf } from "./task.ts";

/** Well below what an inbox takes in one input. */
const TEXT_LENGTH = 400_000;

export function conversationChannel(inboxes: ConversationInboxes): ChannelPort {
  return {
    limits: { text_length: TEXT_LENGTH, keyed_for_ms: Number.POSITIVE_INFINITY, media: [] },
    verify: () => ({ ok: false, reason: "Conversations write to each other inside this instance only." }),
    parse: () => ({
      status: "ignored",
      reason: "Conversations write to each other inside this instance only.",
    }),
    render: (markdown) => markdown,
    deliver: (outgoing) => deliver(inboxes, outgoing),
  };
}

async function deliver(inboxes: ConversationInboxes, outgoing: Outgoing): Promise<DeliveryResult> {
  const to = parseId("cnv", outgoing.to.thread ?? "");
  const inbound = inboundOf(outgoing);
  if (!to || !inbound) return { status: "failed", reason: "No conversation is waiting for it." };
  const { chunk, from } = outgoing;
  try {
    const taken =
      chunk.type === "task" ? inboxes.begin(chunk.init, inbound) : inboxes.receive(to, from.owner, inbound);
    return deliveredOf(await taken);
  } catch (problem) {
    return { status: "unknown", reason: `The other conversation did not answer: ${String(problem)}.` };
  }
}

/** Undefined for chunks that are not messages between conversations. */
function inboundOf({ chunk, to, from, key }: Outgoing): Inbound | undefined {
  const base = { key, source: sourceOf(from.conversation_id) };
  switch (chunk.type) {
    case "text":
    case "media":
      return undefined;
    case "task":
      return taskOf(chunk, from.conversation_id);
    case "answer":
      return {
        ...base,
        type: "tool_result",
        call_id: chunk.call_id,
        content: chunk.text,
        trust: chunk.trust,
      };
    case "decision":
      return { ...base, ...chunk };
    case "halt":
      return { ...base, type: "command", command: { name: "halt" } };
    case "said":
      return { ...base, type: "notice", text: chunk.text, spoken_by: chunk.spoken_by };
    case "report":
    case "question":
      return to.message === undefined ? undefined : { ...base, ...chunk, call_id: trustId(to.message) };
  }
}

function deliveredOf(received: Result<Receipt>): DeliveryResult {
  if (!received.ok) {
    const { error, reason } = received.failure;
    return error === "internal" ? { status: "later", reason } : { status: "failed", reason };
  }
  const receipt = received.value;
  if (receipt.status !== "refused") return { status: "sent", platform_id: receipt.turn_id };
  const { refusal, reason } = receipt;
  return refusal === "too_early" ? { status: "later", reason } : { status: "failed", reason };
}
