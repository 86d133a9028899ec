/** A person's words become a message, and the turn that answers it. */

import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import type { Message, Part } from "../../../../src/domain/message.ts";
import { actorOf, isOwners } from "../../../../src/domain/who-may.ts";
import { tailOf } from "../../rows/branch.ts";
import { putClientTools } from "../../rows/turns/client-tools.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { joinBurst, openBurst } from "../acceptance/bursts.ts";
import { addTurn, newTurn, turnRequestOf } from "../acceptance/new-turn.ts";
import { withRepliedAgent } from "../acceptance/replied-agent.ts";
import { withRepliedWords } from "../acceptance/replied-words.ts";
import { heardNote } from "./heard-note.ts";
import { toldReactions } from "./take-reaction.ts";
import { withRecording } from "./with-recording.ts";

export function takeMessage(acceptance: Acceptance, received: UserMessage): TakeResult {
  const { store, deps, now } = acceptance;
  if (received.parent_id && !store.transcript.has(received.parent_id)) {
    return refuseInput("malformed", `There is no message ${received.parent_id} to branch from.`);
  }
  const inbound = withRepliedWords(store, received);
  const ready_at = now + deps.debounce(inbound.source.channel);
  const burst = openBurst(store, inbound, now);
  if (burst) return joinBurst(store, burst, { message: messageOf(acceptance, inbound), ready_at });
  const reactions = inbound.parent_id === undefined ? toldReactions(acceptance) : undefined;
  const message = {
    ...messageOf(acceptance, inbound),
    ...(reactions && { parent_id: reactions.message.id }),
  };
  const request = turnRequestOf(withRepliedAgent(store, inbound), ready_at);
  const taken = newTurn(acceptance, message, request);
  // The second answer is a sibling of the first one: a turn of its own, in the same commit. A room's cast answers once.
  if (inbound.compare_with !== undefined && store.meta.room === null)
    addTurn(acceptance, message.id, { ...request, model: inbound.compare_with, ready_at: now });
  if (inbound.client_tools && taken.turn_id) putClientTools(store.sql, taken.turn_id, inbound.client_tools);
  return reactions ? { ...taken, events: [reactions, ...taken.events] } : taken;
}

function messageOf({ store, deps, now }: Acceptance, inbound: UserMessage): Message {
  const message: Message = {
    id: deps.ids.create("msg"),
    parent_id: inbound.parent_id === undefined ? tailOf(store) : inbound.parent_id,
    role: "user",
    parts: [
      ...lateWords(inbound, now),
      ...heardNote(store, inbound.heard),
      ...withRecording(filed(inbound, store.meta.owner), inbound.recording, now),
    ],
    status: "complete",
    created_at: new Date(writtenAt(inbound, now)).toISOString(),
  };
  const actor = actorOf(inbound);
  const author = inbound.source.sender_name ?? inbound.actor?.name;
  if (author !== undefined) message.author = author;
  if (actor?.person != null) message.author_id = actor.person;
  if (inbound.trust === "untrusted" || !isOwners(actor, store.meta.owner)) message.trust = "untrusted";
  return message;
}

/** A platform keeps a message for days at most: an older time, or one to come, is no true one. */
const OLDEST_MS = 7 * 24 * 60 * 60_000;
/** A message that arrives so much later says so. */
const LATE_MS = 5 * 60_000;

/** Time at which the message was written, if its platform says so. */
function writtenAt({ sent_at }: UserMessage, now: number): number {
  return sent_at !== undefined && sent_at <= now && sent_at > now - OLDEST_MS ? sent_at : now;
}

/** The instance may have been away: "tomorrow" in a message of yesterday is today. */
function lateWords(inbound: UserMessage, now: number): Part[] {
  const written = writtenAt(inbound, now);
  if (now - written < LATE_MS) return [];
  const time = new Date(written).toISOString().slice(0, 16).replace("T", " ");
  return [{ type: "text", text: `[Written at ${time} UTC; it arrived only now.]\n` }];
}

/** A member's attachments stay among the member's files. Attachments by the operator belong to the owner. */
function filed({ parts, actor }: UserMessage, owner: string): Part[] {
  if (!actor || actor.owner === owner || actor.role === "admin") return parts;
  return parts.map((part) => ("file_id" in part ? { ...part, owner: actor.owner } : part));
}
