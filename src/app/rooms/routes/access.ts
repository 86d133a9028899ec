/** The room that a request names, and the rules for who may do what with it. */
import { z } from "zod";
import type { Agent } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Room } from "../../../domain/room.ts";
import { mayEditRoom, mayEnter, refusedCast } from "../../../rooms/access.ts";
import { noSuchRoom } from "../../../routing/visits.ts";
import type { ApiContext } from "../../http/api.ts";
import { checkEditable } from "../../http/editable.ts";
import { servicesOf } from "../services.ts";

export const roomParams = () => z.object({ room: z.string().max(100) });

/** Throws an AppError when the room does not exist or is not open to the caller. */
export async function visibleRoom(context: ApiContext, slug: string): Promise<Room> {
  const room = await servicesOf(context).rooms.get(slug);
  const principal = context.get("principal");
  if (!room || !(mayEnter(room, principal) || mayEditRoom(room, principal)))
    throw new AppError("resource_not_found", noSuchRoom(slug));
  return room;
}

/** Throws an AppError when the caller may not change the room, or when it is at another version than the caller named. */
export async function editableRoom(context: ApiContext, slug: string, named?: number): Promise<Room> {
  const room = await visibleRoom(context, slug);
  checkEditable(context, room, { kind: "room", named });
  return room;
}

/** Throws an AppError when the cast has an agent that the caller may not put there. An agent that was there before may stay. */
export async function checkCast(
  context: ApiContext,
  cast: readonly string[],
  before: readonly string[] = [],
) {
  const { agents } = servicesOf(context);
  for (const slug of cast.filter((each) => !before.includes(each))) {
    const refused = refusedCast(slug, await agents.get(slug), context.get("principal"));
    if (refused !== undefined) throw new AppError("malformed_request", refused);
  }
}

/** Agents of the cast that exist, in the cast's order. */
export function castOf(room: Room, agents: readonly Agent[]): Agent[] {
  const bySlug = new Map(agents.map((agent) => [agent.slug, agent]));
  return room.cast.flatMap((slug) => bySlug.get(slug) ?? []);
}
