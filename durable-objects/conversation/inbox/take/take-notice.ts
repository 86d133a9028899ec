/** An event that the agent is told of, and answers like a message. */
import { definedOf } from "../../../../src/domain/defined.ts";
import type { Notice, Source } from "../../../../src/domain/inbound.ts";
import type { Message, Part } from "../../../../src/domain/message.ts";
import { actorOf, isOwners } from "../../../../src/domain/who-may.ts";
import { replyPlaceOf } from "../../outbox/reply-place.ts";
import { tailOf } from "../../rows/branch.ts";
import type { Acceptance, AcceptedInput } from "../acceptance/acceptance.ts";
import { newTurn, turnRequestOf } from "../acceptance/new-turn.ts";

export function takeNotice(acceptance: Acceptance, inbound: Notice): AcceptedInput {
  const { store, deps, now } = acceptance;
  const isFromOutside = !isOwners(actorOf(inbound), store.meta.owner);
  const isUntrusted =
    isFromOutside ||
    inbound.trust === "untrusted" ||
    inbound.quoted !== undefined ||
    inbound.files !== undefined;
  const message: Message = {
    id: deps.ids.create("msg"),
    parent_id: tailOf(store),
    role: "system",
    parts: partsOf(inbound),
    status: "complete",
    created_at: new Date(now).toISOString(),
    ...(isUntrusted && { trust: "untrusted" }),
  };
  const source = inbound.is_for_person
    ? personsPlace(replyPlaceOf(store, deps.kinds), inbound.source)
    : inbound.source;
  return newTurn(acceptance, message, turnRequestOf({ ...inbound, source }, now));
}

function partsOf({ text, quoted, files = [] }: Notice): Part[] {
  return [{ type: "text", text }, ...(quoted ? [{ type: "text", ...quoted } as const] : []), ...files];
}

/**
 * The person's chat, with the notice's sender. Without a chat, people come to the conversation themselves.
 */
function personsPlace(place: Source | undefined, { channel, sender }: Source): Source {
  if (!place) return { channel, sender };
  const { account, is_group, thread } = place;
  return { ...definedOf({ account, is_group, thread }), channel: place.channel, sender };
}
