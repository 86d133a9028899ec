/** A room's picture: one that comes with the house, by its name, or one that somebody uploaded. */
import { type ApiContext, defineRoute } from "../../http/api.ts";
import { ownPicture, pictureOf } from "../../http/pictures.ts";
import type { RoomFields } from "../defaults.ts";
import { visibleRoom } from "./access.ts";
import { shapes } from "./shapes.ts";

export const roomPictureRoute = defineRoute({
  method: "get",
  path: "/rooms/:room/picture",
  policy: { who: "person", scope: ["read", "chat"] },
  summary: "A room's own picture, where it has been given one.",
  params: shapes.params,
  answers: () => ({ 200: "file" }),
  handler: (context, { params: { room } }) => show(context, room),
});

export function isUploaded(picture: string | null): picture is string {
  return picture?.startsWith("fil_") === true;
}

/** The fields with a picture that is the room's own. Throws an AppError when it is no image of theirs who set it. */
export async function withOwnPicture(
  context: ApiContext,
  slug: string,
  fields: RoomFields,
): Promise<RoomFields> {
  const { picture } = fields.look;
  if (!isUploaded(picture)) return fields;
  const own = await ownPicture(context, `room:${slug}`, { field: "look.picture", picture });
  return { ...fields, look: { ...fields.look, picture: own } };
}

async function show(context: ApiContext, slug: string): Promise<Response> {
  const { picture } = (await visibleRoom(context, slug)).look;
  const own = isUploaded(picture) ? picture : null;
  return pictureOf(context, `room:${slug}`, {
    picture: own,
    missing: `The room "${slug}" has no picture of its own.`,
  });
}
