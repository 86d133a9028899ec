/** Turns a web client's frame into an input. */

import type { CallId, Ids, MessageId } from "../../domain/ids.ts";
import type { Channel, DecisionInbound, Inbound, UserMessage } from "../../domain/inbound.ts";
import type { Part } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Author } from "../../domain/who-may.ts";
import { DECISION_OF_WORD } from "../decision-words.ts";
import type { ClientFrame } from "./wire.ts";

export type ActingFrame = Exclude<ClientFrame, { type: "ping" | "listen" }>;

interface FrameSender {
  /** The person who is signed in on the socket or with the request. */
  principal: Principal;
  /** Default: `web`. */
  channel?: Channel;
}

export function inboundOfFrame(frame: ActingFrame, sender: FrameSender, ids: Ids): Inbound {
  const author = authorOf(sender);
  switch (frame.type) {
    case "send":
      return userMessage(frame, author);
    case "halt":
      return { type: "command", key: ids.create("inb"), ...author, command: { name: "halt" } };
    case "answer":
      return { type: "tool_result", ...replyTo(frame.call_id), ...author, content: frame.text };
    case "approve":
      return { type: "decision", ...replyTo(frame.call_id), ...author, ...decisionOf(frame) };
  }
}

/** The author for the words of a signed-in person. */
export function authorOf({ principal, channel = "web" }: FrameSender): Author & { actor: Principal } {
  return { source: { channel, sender: principal.owner, sender_name: principal.name }, actor: principal };
}

function decisionOf({
  decision,
  reason = "",
}: Extract<ActingFrame, { type: "approve" }>): Pick<DecisionInbound, "decision" | "reason"> {
  const words = reason.trim();
  return {
    decision: DECISION_OF_WORD[decision],
    ...(decision === "deny" && words !== "" && { reason: words }),
  };
}

/** One answer or decision per call: a second one is a duplicate. */
function replyTo(call_id: string): { key: string; call_id: CallId } {
  return { key: `answer:${call_id}`, call_id: call_id as CallId };
}

function userMessage(frame: Extract<ActingFrame, { type: "send" }>, author: Author): UserMessage {
  const message: UserMessage = {
    type: "user_message",
    key: `client:${author.source.sender}:${frame.client_id}`,
    ...author,
    ...(frame.live && { source: { ...author.source, is_live: true as const } }),
    parts: partsOf(frame),
  };
  if (frame.agent !== undefined) message.agent = frame.agent;
  if (frame.mode !== undefined) message.mode = frame.mode;
  if (frame.model !== undefined) message.model = frame.model;
  if (frame.tier !== undefined) message.tier = frame.tier;
  if (frame.compare_with !== undefined) message.compare_with = frame.compare_with;
  if (frame.parent_id !== undefined) message.parent_id = frame.parent_id as MessageId | null;
  if (frame.recording !== undefined) message.recording = frame.recording;
  if (frame.heard) message.heard = { ...frame.heard, message_id: frame.heard.message_id as MessageId };
  return message;
}

function partsOf(frame: Extract<ActingFrame, { type: "send" }>): Part[] {
  const files = (frame.files ?? []).map(({ file_id }): Part => ({ type: "file", file_id, media_type: "" }));
  return frame.text === "" ? files : [{ type: "text", text: frame.text }, ...files];
}
