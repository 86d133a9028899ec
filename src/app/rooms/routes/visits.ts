/** Visits to a room, for its keeper: who came, when, and why each agent answered. Nothing of what was said. */
import { z } from "zod";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { RoomDecisionShape, RoomVisitShape } from "../../../contract/visits.ts";
import { AppError } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { iso, limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { idOf } from "../../http/schemas.ts";
import { conversationStub } from "../../objects/stubs.ts";
import { servicesOf } from "../services.ts";
import { editableRoom, roomParams } from "./access.ts";

const VisitsQuery = () =>
  z.object({ cursor: z.coerce.number().int().optional(), limit: limit({ usual: 50, most: 200 }) });
/** More than any visit has. */
const MOST_DECISIONS = 1_000;

export const visitRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/rooms/:room/visits",
    policy: { who: "member", scope: "read" },
    summary: "The visits of a room, newest first, for whoever may change it; nothing of what was said.",
    params: roomParams,
    query: VisitsQuery,
    answers: () => ({ 200: listOf(RoomVisitShape()) }),
    handler: (context, { params: { room }, query }) => list(context, room, query),
  }),
  defineRoute({
    method: "get",
    path: "/rooms/:room/visits/:visit/decisions",
    policy: { who: "member", scope: "read" },
    summary: "Who answered in a visit, and why, newest first: for whoever may change the room.",
    params: () => roomParams().extend({ visit: idOf("cnv", "visit") }),
    answers: () => ({ 200: listOf(RoomDecisionShape()) }),
    handler: (context, { params: { room, visit } }) => decisions(context, room, visit),
  }),
];

async function list(context: ApiContext, slug: string, query: SchemaOutput<typeof VisitsQuery>) {
  await editableRoom(context, slug);
  const { cursor, limit: most } = query;
  const rows = await servicesOf(context).visits.list(slug, { before: cursor, most });
  const last = rows.length === most ? rows.at(-1) : undefined;
  const items = rows.map(({ started_at, ended_at, ...row }) => ({
    ...row,
    started_at: iso(started_at),
    ended_at: ended_at === null ? null : iso(ended_at),
  }));
  return reply(200, { items, next_cursor: last ? String(last.started_at) : null });
}

async function decisions(context: ApiContext, slug: string, id: ConversationId) {
  await editableRoom(context, slug);
  const isOfRoom = await servicesOf(context).visits.isOf(slug, id);
  if (!isOfRoom)
    throw new AppError(
      "resource_not_found",
      `There is no such visit to "${slug}". GET /api/v1/rooms/${slug}/visits lists them.`,
    );
  const made = await conversationStub(context.env, id).decisions(MOST_DECISIONS);
  const items = made.map(({ at, ...decision }) => ({ ...decision, at: iso(at) }));
  return reply(200, { items, next_cursor: null });
}
