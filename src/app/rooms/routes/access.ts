/** The room that a request means, and what is kept of who may do what with it. */
import type { Agent } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Room } from "../../../domain/room.ts";
import { mayEditRoom, mayEnter, refusedCast } from "../../../rooms/access.ts";
import { noSuchRoom } from "../../../routing/visits.ts";
import type { ApiContext } from "../../http/api.ts";
import { servicesOf } from "../services.ts";

/** Throws an AppError when there is none, or none for who asks. */
export async function visibleRoom(context: ApiContext, slug: string): Promise<Room> {
  const room = await servicesOf(context).rooms.get(slug);
  const principal = context.get("principal");
  if (!room || !(mayEnter(room, principal) || mayEditRoom(room, principal)))
    throw new AppError("resource_not_found", noSuchRoom(slug));
  return room;
}

/** Throws an AppError when who asks may not change it, or when it is not what they believe it to be. */
export async function editableRoom(context: ApiContext, slug: string, named?: number): Promise<Room> {
  const room = await visibleRoom(context, slug);
  if (!mayEditRoom(room, context.get("principal")))
    throw new AppError(
      "forbidden",
      `Only the operator${room.owner === null ? "" : " and its owner"} may change the room "${slug}".`,
    );
  for (const expected of [named, ifMatch(context)])
    if (expected !== undefined && expected !== room.version) throw changedMeanwhile(room);
  return room;
}

/** Of `If-Match: "3"`; a star fits every version. */
function ifMatch(context: ApiContext): number | undefined {
  const header = context.req.header("if-match")?.trim();
  if (header === undefined || header === "*") return undefined;
  const version = /^(?:W\/)?"?(\d+)"?$/.exec(header)?.[1];
  if (version === undefined)
    throw new AppError("malformed_request", 'If-Match names a version of the room, for example "3".');
  return Number(version);
}

export function changedMeanwhile({ slug, version }: Pick<Room, "slug" | "version">): AppError {
  return new AppError(
    "conflict",
    `The room "${slug}" was changed meanwhile: it is at version ${version}. Read it again, and make your change to that.`,
  );
}

/** Throws an AppError when somebody is among them whom who asks may not put there. Who was there before may stay. */
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

/** Those of the cast who are there, in its order. */
export function castOf(room: Room, agents: readonly Agent[]): Agent[] {
  const bySlug = new Map(agents.map((agent) => [agent.slug, agent]));
  return room.cast.flatMap((slug) => bySlug.get(slug) ?? []);
}
