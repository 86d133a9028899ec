/** A person's words become a message, and the turn that answers it. */

import type { UserMessage } from "../../../../src/domain/inbound.ts";
import { refused } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { tailOf } from "../../rows/branch.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { joinBurst, openBurst } from "../acceptance/bursts.ts";
import { newTurn, wishOf } from "../acceptance/new-turn.ts";

export function takeMessage(acceptance: Acceptance, inbound: UserMessage): TakeResult {
  const { store, deps, now } = acceptance;
  if (inbound.parent_id && !store.transcript.has(inbound.parent_id)) {
    return refused("malformed", `There is no message ${inbound.parent_id} to branch from.`);
  }
  const ready_at = now + deps.debounce(inbound.source.channel);
  const burst = openBurst(store, inbound, now);
  const message = messageOf(acceptance, inbound);
  if (burst) return joinBurst(store, burst, { message, ready_at });
  return newTurn(acceptance, message, wishOf(inbound, ready_at));
}

function messageOf({ store, deps, now }: Acceptance, inbound: UserMessage): Message {
  const message: Message = {
    id: deps.ids.create("msg"),
    parent_id: inbound.parent_id === undefined ? tailOf(store) : inbound.parent_id,
    role: "user",
    parts: inbound.parts,
    status: "complete",
    created_at: new Date(now).toISOString(),
  };
  if (inbound.source.sender_name !== undefined) message.author = inbound.source.sender_name;
  return message;
}
