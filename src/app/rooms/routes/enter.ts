/** Coming into a room: the open visit of whoever comes, or a new one with the host's first words. */
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

/** Throws an AppError where they may not come in. */
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

/** The host's first words stand in the conversation, and no model is asked for them. The same again is said once. */
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
