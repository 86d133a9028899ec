/** Versions of a room. */
import { RoomShape } from "../../../contract/rooms.ts";
import { allowedRoom } from "../../../rooms/access.ts";
import type { RoomFields } from "../../../rooms/defaults.ts";
import { roomChanges, roomSchema } from "../../../rooms/fields.ts";
import { reply } from "../../http/reply.ts";
import { versionRoutes } from "../../http/version-routes.ts";
import { versionTag } from "../../http/versions.ts";
import { servicesOf } from "../services.ts";
import { checkCast, editableRoom } from "./access.ts";
import { savedWithOwnPicture } from "./picture.ts";
import { updateRoom, wholeRoom } from "./rooms.ts";

export const roomVersionRoutes = versionRoutes({
  kind: "room",
  param: "room",
  shape: RoomShape,
  fields: roomSchema,
  restoring: " Visits that have begun go on by the rules that they began with.",
  history: (context) => ({ versions: servicesOf(context).roomVersions, changes: roomChanges }),
  editable: editableRoom,
  /** The caller may no longer be allowed to set the room's audience or owner: then these stay as they are. */
  restore: async (context, room, { fields: old, revision }) => {
    const principal = context.get("principal");
    const given = principal.role === "admin" ? old : { ...old, owner: room.owner, audience: room.audience };
    const fields = allowedRoom(principal, given, room);
    await checkCast(context, fields.cast, room.cast);
    const save = (own: RoomFields) => updateRoom(context, room, { fields: own, ...revision });
    const restored = await savedWithOwnPicture(context, { slug: room.slug, fields }, save);
    return reply(200, await wholeRoom(context, restored), versionTag(restored));
  },
});
