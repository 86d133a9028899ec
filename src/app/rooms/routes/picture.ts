/** A room's picture: a built-in one, by its name, or an upload. */
import type { Room } from "../../../domain/room.ts";
import type { RoomFields } from "../../../rooms/defaults.ts";
import { type ApiContext, defineRoute } from "../../http/api.ts";
import { pictureOf, savedWithPicture } from "../../http/pictures.ts";
import { roomParams, visibleRoom } from "./access.ts";

export const roomPictureRoute = defineRoute({
  method: "get",
  path: "/rooms/:room/picture",
  policy: { who: "person", scope: ["read", "chat"] },
  summary: "A room's own picture, where it has been given one.",
  params: roomParams,
  answers: () => ({ 200: "file" }),
  handler: (context, { params: { room } }) => show(context, room),
});

export function isUploaded(picture: string | null): picture is string {
  return picture?.startsWith("fil_") === true;
}

/**
 * Saves the fields with the room's own copy of the picture. Throws an AppError when it is no image of the person who sets
 * it.
 */
export async function savedWithOwnPicture(
  context: ApiContext,
  { slug, fields }: { slug: string; fields: RoomFields },
  save: (fields: RoomFields) => Promise<Room>,
): Promise<Room> {
  const { look } = fields;
  if (!isUploaded(look.picture)) return save(fields);
  const given = { keeper: `room:${slug}`, field: "look.picture", picture: look.picture } as const;
  return savedWithPicture(context, given, (picture) => save({ ...fields, look: { ...look, picture } }));
}

async function show(context: ApiContext, slug: string): Promise<Response> {
  const { picture } = (await visibleRoom(context, slug)).look;
  const own = isUploaded(picture) ? picture : null;
  return pictureOf(context, `room:${slug}`, {
    picture: own,
    missing: `The room "${slug}" has no picture of its own.`,
  });
}
