/** Entering a room: the caller's open visit, or a new one with the host's greeting. */
import type { ConversationId } from "../../../domain/ids.ts";
import type { Room } from "../../../domain/room.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { arrivalOf } from "../../http/inbound.ts";
import { servicesOf } from "../services.ts";

export interface EnteredRoom {
  id: ConversationId;
  room: Room | undefined;
  isNew: boolean;
}

/** Throws an AppError when they may not enter. */
export async function enterRoom(context: ApiContext, slug: string): Promise<EnteredRoom> {
  const { frontDoor, openNew, rooms } = servicesOf(context);
  const principal = context.get("principal");
  const open = unwrap(await frontDoor.visitIn(slug, principal));
  if (open) return { id: open, room: await rooms.get(slug), isNew: false };
  const init = unwrap(await frontDoor.plan(principal.owner, { channel: "web", room: slug }, principal));
  unwrap((await openNew(init)).opened);
  const { conversation_id: id, visit } = init;
  if (visit) await greet(context, id, visit.room);
  return { id, room: visit?.room, isNew: true };
}

/** Posts the host's greeting, for which no model is asked. Idempotent. */
async function greet(context: ApiContext, id: ConversationId, room: Room): Promise<void> {
  const { frontDoor, agentCache } = servicesOf(context);
  const { name } = await agentCache.get(room.host);
  const arrival = arrivalOf(
    context,
    { conversation: id },
    {
      type: "notice",
      key: "visit:welcome",
      source: { channel: "system", sender: "visit" },
      spoken_by: { agent: room.host, author: name },
      text: room.sayings.welcome,
    },
  );
  unwrap(await frontDoor.enter(arrival));
}
