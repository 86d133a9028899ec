/** Rooms: create, read, change, remove, and exchange as Markdown files. */
import { z } from "zod";
import { slugSchema } from "../../../agents/fields.ts";
import { NewRoomBody, RoomShape, ShownRoomShape, WholeRoomBody } from "../../../contract/rooms.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import type { Agent } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Revision } from "../../../domain/revision.ts";
import type { Room } from "../../../domain/room.ts";
import { allowedRoom, mayEditRoom, mayEnter } from "../../../rooms/access.ts";
import type { RoomFields } from "../../../rooms/defaults.ts";
import { changedRoom, settledRoom } from "../../../rooms/fields.ts";
import { openState } from "../../../rooms/hours.ts";
import { parseRoomFile, roomFile } from "../../../rooms/room-file.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { changedMeanwhile } from "../../http/editable.ts";
import { removePictures } from "../../http/pictures.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { changesOf } from "../../http/schemas.ts";
import { versionTag } from "../../http/versions.ts";
import { servicesOf } from "../services.ts";
import { castOf, checkCast, editableRoom, roomParams, visibleRoom } from "./access.ts";
import { isUploaded, savedWithOwnPicture } from "./picture.ts";

const MAX_FILE_CHARACTERS = 100_000;

const ImportQuery = () => z.object({ slug: slugSchema().optional() });

export const roomRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/rooms",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "The rooms that one may come into; whole where one may change them.",
    answers: () => ({ 200: listOf(ShownRoomShape()) }),
    handler: list,
  }),
  defineRoute({
    method: "post",
    path: "/rooms",
    policy: { who: "member", scope: "write" },
    summary: "Makes a room of agents that one may talk to; a member's is their own.",
    body: NewRoomBody,
    answers: () => ({ 201: RoomShape() }),
    handler: (context, { body: { slug, ...fields } }) => create(context, slug, settledRoom(fields)),
  }),
  defineRoute({
    method: "post",
    path: "/rooms/import",
    policy: { who: "member", scope: "write" },
    summary: "Makes a room of a Markdown file.",
    query: ImportQuery,
    takes: ["text/markdown"],
    answers: () => ({ 201: RoomShape() }),
    handler: (context, { query: { slug } }) => importFile(context, slug),
  }),
  defineRoute({
    method: "get",
    path: "/rooms/:room",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "One room. As a Markdown file with `.md` after its slug, for whoever may change it.",
    params: roomParams,
    answers: () => ({ 200: [ShownRoomShape(), "file"] }),
    handler: (context, { params: { room } }) => read(context, room),
  }),
  defineRoute({
    method: "patch",
    path: "/rooms/:room",
    policy: { who: "member", scope: "write" },
    summary:
      "Edits a room: what the body does not name stays. `If-Match` or `version` say of which version; another one is a conflict. Visits that have begun go on by the rules that they began with.",
    params: roomParams,
    body: () => changesOf(WholeRoomBody()),
    answers: () => ({ 200: RoomShape() }),
    handler: (context, { params: { room }, body }) => edit(context, room, body),
  }),
  defineRoute({
    method: "delete",
    path: "/rooms/:room",
    policy: { who: "member", scope: "write" },
    summary: "Removes a room. Its agents stay, and visits that have begun go on.",
    params: roomParams,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { room } }) => remove(context, room),
  }),
];

async function list(context: ApiContext) {
  const principal = context.get("principal");
  const { rooms, agents } = servicesOf(context);
  const [all, there] = await Promise.all([rooms.list(), agents.list()]);
  const seen = all.filter((room) => mayEnter(room, principal) || mayEditRoom(room, principal));
  return reply(200, { items: seen.map((room) => shown(context, room, there)), next_cursor: null });
}

async function read(context: ApiContext, named: string) {
  const slug = named.replace(/\.md$/, "");
  if (slug === named) {
    const seen = await visibleRoom(context, slug);
    return reply(200, shown(context, seen, await castIn(context, seen)), versionTag(seen));
  }
  const room = await editableRoom(context, slug);
  const headers = {
    "content-type": "text/markdown; charset=utf-8",
    "content-disposition": `attachment; filename="${room.slug}.md"`,
  };
  return context.body(roomFile(room), 200, headers);
}

async function create(context: ApiContext, slug: string, given: RoomFields) {
  const fields = allowedRoom(context.get("principal"), given);
  await checkCast(context, fields.cast);
  const { rooms } = servicesOf(context);
  const { owner } = context.get("principal");
  const save = (own: RoomFields) => rooms.create(slug, own, owner);
  const room = await savedWithOwnPicture(context, { slug, fields }, save);
  return reply(201, await wholeRoom(context, room), versionTag(room));
}

async function edit(context: ApiContext, slug: string, body: Partial<SchemaOutput<typeof WholeRoomBody>>) {
  const { slug: named, version, ...change } = body;
  if (named !== undefined && named !== slug)
    throw new AppError("malformed_request", `slug: it stays "${slug}". Make another room under the new one.`);
  const room = await editableRoom(context, slug, version);
  const fields = allowedRoom(context.get("principal"), changedRoom(room, change), room);
  await checkCast(context, fields.cast, room.cast);
  const revision = { change: "edited", by: context.get("principal").owner } as const;
  const save = (own: RoomFields) => updateRoom(context, room, { fields: own, ...revision });
  const saved = await savedWithOwnPicture(context, { slug, fields }, save);
  return reply(200, await wholeRoom(context, saved), versionTag(saved));
}

/** Throws an AppError when it was changed meanwhile. */
export async function updateRoom(
  context: ApiContext,
  room: Room,
  { fields, ...revision }: Revision & { fields: RoomFields },
): Promise<Room> {
  const { rooms } = servicesOf(context);
  const saved = await rooms.update(room, fields, revision);
  if (!saved) throw changedMeanwhile("room", (await rooms.get(room.slug)) ?? room);
  return saved;
}

async function importFile(context: ApiContext, slug: string | undefined) {
  const text = await context.req.text();
  if (text.length > MAX_FILE_CHARACTERS)
    throw new AppError("payload_too_large", `A room's file has at most ${MAX_FILE_CHARACTERS} characters.`);
  const parsed = parseRoomFile(text, "The file");
  const name = slug ?? parsed.slug;
  if (name === undefined)
    throw new AppError(
      "malformed_request",
      "The file names no slug: write it into the front matter, or add ?slug=.",
    );
  // A file may come from another instance: a room that a member imports belongs to the member, and is for them alone.
  const { owner, role } = context.get("principal");
  const { look, ...rest } = parsed.fields;
  const fields = { ...rest, look: { ...look, picture: isUploaded(look.picture) ? null : look.picture } };
  return create(context, name, role === "admin" ? fields : { ...fields, owner, audience: [] });
}

async function remove(context: ApiContext, slug: string): Promise<Response> {
  const room = await editableRoom(context, slug);
  const { rooms } = servicesOf(context);
  if (!(await rooms.remove(room))) throw changedMeanwhile("room", (await rooms.get(slug)) ?? room);
  await removePictures(context, `room:${slug}`);
  return context.body(null, 204);
}

/** The room as whoever may change it sees it. */
export async function wholeRoom(context: ApiContext, room: Room) {
  return { ...room, ...stateOf(context, room, await castIn(context, room)) };
}

async function castIn(context: ApiContext, { cast }: Room): Promise<Agent[]> {
  const { agents } = servicesOf(context);
  const there = await Promise.all(cast.map((slug) => agents.get(slug)));
  return there.filter((agent) => agent !== undefined);
}

/** Only the room's keeper sees how it is run: others see what they enter. */
function shown(context: ApiContext, room: Room, agents: readonly Agent[]) {
  const state = stateOf(context, room, agents);
  return state.is_editable ? { ...room, ...state } : { ...cardOf(room), ...state };
}

function stateOf(context: ApiContext, room: Room, agents: readonly Agent[]) {
  const { is_open, opens_at, closes_at } = openState(room.opening_hours, servicesOf(context).now());
  return {
    agents: castOf(room, agents).map(faceOf),
    is_open,
    opens_at: opens_at === null ? null : iso(opens_at),
    closes_at: closes_at === null ? null : iso(closes_at),
    is_editable: mayEditRoom(room, context.get("principal")),
  };
}

function cardOf(room: Room) {
  const { slug, version, name, description, cast, host, moderator, crisis_agent } = room;
  const { limits, inactivity, weather, opening_hours, is_shared, look } = room;
  const roles = { cast, host, moderator, crisis_agent };
  const rules = { limits, inactivity, weather, opening_hours, is_shared };
  return { slug, version, name, description, ...roles, ...rules, look };
}

function faceOf({ slug, name, role, color, picture }: Agent) {
  return { slug, name, role, color, picture };
}
