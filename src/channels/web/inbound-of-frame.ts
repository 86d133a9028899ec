/** What a web client sent, as the inbox takes it. */

import type { CallId, Ids, MessageId } from "../../domain/ids.ts";
import type { Channel, Inbound, Source, UserMessage } from "../../domain/inbound.ts";
import type { Part } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { ClientFrame } from "./wire.ts";

export type ActingFrame = Exclude<ClientFrame, { type: "ping" }>;

export function inboundOfFrame(
  frame: ActingFrame,
  principal: Principal,
  ids: Ids,
  channel: Channel = "web",
): Inbound {
  const source: Source = { channel, sender: principal.owner, sender_name: principal.name };
  switch (frame.type) {
    case "send":
      return userMessage(frame, source);
    case "halt":
      return { type: "command", key: ids.create("inb"), source, command: { name: "halt" } };
    case "answer":
      return { ...base(frame.call_id, source), content: frame.text };
    case "approve":
      return { ...base(frame.call_id, source), content: decisionOf(frame) };
  }
}

function decisionOf({ decision, reason = "" }: Extract<ActingFrame, { type: "approve" }>): string {
  return decision === "deny" && reason.trim() !== "" ? `deny: ${reason.trim()}` : decision;
}

/** One answer a call: the second one is a duplicate. */
function base(call_id: string, source: Source) {
  return {
    type: "tool_result" as const,
    key: `answer:${call_id}`,
    source,
    call_id: call_id as CallId,
    is_error: false,
  };
}

function userMessage(frame: Extract<ActingFrame, { type: "send" }>, source: Source): UserMessage {
  const message: UserMessage = {
    type: "user_message",
    key: `client:${source.sender}:${frame.client_id}`,
    source,
    parts: partsOf(frame),
  };
  if (frame.agent !== undefined) message.agent = frame.agent;
  if (frame.mode !== undefined) message.mode = frame.mode;
  if (frame.model !== undefined) message.model = frame.model;
  if (frame.parent_id !== undefined) message.parent_id = frame.parent_id as MessageId | null;
  return message;
}

function partsOf(frame: Extract<ActingFrame, { type: "send" }>): Part[] {
  const files = (frame.files ?? []).map(({ file_id }): Part => ({ type: "file", file_id, media_type: "" }));
  return frame.text === "" ? files : [{ type: "text", text: frame.text }, ...files];
}
