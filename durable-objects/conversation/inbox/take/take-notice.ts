/** Something has happened that the agent is told of, and answers as it answers a message. */
import type { Notice } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { actorOf, isOwners } from "../../../../src/domain/who-may.ts";
import { tailOf } from "../../rows/branch.ts";
import type { Acceptance, Taken } from "../acceptance/acceptance.ts";
import { newTurn, wishOf } from "../acceptance/new-turn.ts";

export function takeNotice(acceptance: Acceptance, inbound: Notice): Taken {
  const { store, deps, now } = acceptance;
  const isFromOutside = !isOwners(actorOf(inbound), store.meta.owner);
  const message: Message = {
    id: deps.ids.create("msg"),
    parent_id: tailOf(store),
    role: "system",
    parts: [{ type: "text", text: inbound.text }],
    status: "complete",
    created_at: new Date(now).toISOString(),
    ...(inbound.trust === "untrusted" && { trust: inbound.trust }),
    ...(isFromOutside && { trust: "untrusted" }),
  };
  return newTurn(acceptance, message, wishOf(inbound, now));
}
