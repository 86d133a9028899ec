/** Versions of a room: what each changed, and restoring one. */

import { allowedRoom } from "../../../rooms/access.ts";
import type { RoomFields } from "../../../rooms/defaults.ts";
import { roomChanges } from "../../../rooms/fields.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { History } from "../../http/history.ts";
import { reply } from "../../http/reply.ts";
import { versionTag } from "../../http/versions.ts";
import { servicesOf } from "../services.ts";
import { checkCast, editableRoom } from "./access.ts";
import { savedWithOwnPicture } from "./picture.ts";
import { updateRoom, wholeRoom } from "./rooms.ts";
import { shapes } from "./shapes.ts";

export const roomVersionRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/rooms/:room/versions",
    policy: { who: "member", scope: "read" },
    summary: "Every version of a room, the newest first: who made it, when, and what it changed.",
    params: shapes.params,
    query: shapes.versionsQuery,
    answers: () => ({ 200: shapes.versions() }),
    handler: (context, { params: { room }, query }) => list(context, room, query),
  }),
  defineRoute({
    method: "get",
    path: "/rooms/:room/versions/:version",
    policy: { who: "member", scope: "read" },
    summary: "A version, and what it changed; with `against` what is different from that one.",
    params: shapes.versionParams,
    query: shapes.versionQuery,
    answers: () => ({ 200: shapes.version() }),
    handler: (context, { params, query: { against } }) => read(context, { ...params, against }),
  }),
  defineRoute({
    method: "post",
    path: "/rooms/:room/restore",
    policy: { who: "member", scope: "write" },
    summary:
      "Brings a version back, as a new version. Visits that have begun go on by the rules that they began with.",
    params: shapes.params,
    body: shapes.restore,
    answers: () => ({ 200: shapes.room() }),
    handler: (context, { params: { room }, body: { version } }) => restore(context, room, version),
  }),
];

function historyOf(context: ApiContext) {
  return new History({ kind: "room", versions: servicesOf(context).roomVersions, changes: roomChanges });
}

async function list(context: ApiContext, slug: string, page: { cursor?: number | undefined; limit: number }) {
  await editableRoom(context, slug);
  return reply(200, await historyOf(context).page(slug, page));
}

async function read(
  context: ApiContext,
  { room: slug, version, against }: { room: string; version: number; against: number | undefined },
) {
  await editableRoom(context, slug);
  return reply(200, await historyOf(context).beside(slug, version, against));
}

/** The caller may no longer be allowed to set the room's audience or owner: then these stay as they are. */
async function restore(context: ApiContext, slug: string, version: number) {
  const room = await editableRoom(context, slug);
  const principal = context.get("principal");
  const { fields: old } = await historyOf(context).get(slug, version);
  const given = principal.role === "admin" ? old : { ...old, owner: room.owner, audience: room.audience };
  const fields = allowedRoom(principal, given, room);
  await checkCast(context, fields.cast, room.cast);
  const revision = { change: "restored", restored_from: version, by: principal.owner } as const;
  const save = (own: RoomFields) => updateRoom(context, room, { fields: own, ...revision });
  const restored = await savedWithOwnPicture(context, { slug, fields }, save);
  return reply(200, await wholeRoom(context, restored), versionTag(restored));
}
