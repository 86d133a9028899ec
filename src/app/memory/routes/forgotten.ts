/** Forgotten items of the last 30 days: only their person may list, restore or finally delete them. */
import { z } from "zod";
import { ForgottenShape, RestoredShape } from "../../../contract/memory/forgotten.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { ForgottenItem } from "../../../memory/ports/forgotten.ts";
import { FORGOTTEN_MS } from "../../../memory/write/expire.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";
import { ofItem, ownerOf, PageQuery, pageOf, pageRequestOf, READ, WRITE } from "./requests.ts";

const ListQuery = () => z.object(PageQuery());
const FORGOTTEN = "/memory/forgotten/:id";

export const memoryForgottenRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/memory/forgotten",
    policy: READ,
    summary: "What was forgotten in the last 30 days, the newest first.",
    query: ListQuery,
    answers: () => ({ 200: listOf(ForgottenShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "post",
    path: `${FORGOTTEN}/restore`,
    policy: WRITE,
    summary: "Brings back what was forgotten, as it was.",
    params: ofItem,
    body: nothing,
    answers: () => ({ 200: RestoredShape() }),
    handler: (context, { params: { id } }) => restore(context, id),
  }),
  defineRoute({
    method: "delete",
    path: FORGOTTEN,
    policy: WRITE,
    summary: "Removes what was forgotten for good.",
    params: ofItem,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { id } }) => drop(context, id),
  }),
];

async function list(context: ApiContext, { cursor, limit: size }: SchemaOutput<typeof ListQuery>) {
  const page = pageRequestOf({ cursor, limit: size });
  const rows = await servicesOf(context).memory.forgotten.list(ownerOf(context), page);
  return reply(200, pageOf(rows, size, { time: (row) => row.forgotten_at, view }));
}

function view({ forgotten_at, ...item }: ForgottenItem) {
  return { ...item, forgotten_at: iso(forgotten_at), gone_at: iso(forgotten_at + FORGOTTEN_MS) };
}

async function restore(context: ApiContext, id: string) {
  const back = await servicesOf(context).memory.forgotten.restore(ownerOf(context), [id]);
  if (back === 0) throw gone(id);
  return reply(200, { restored: back });
}

async function drop(context: ApiContext, id: string): Promise<Response> {
  if ((await servicesOf(context).memory.forgotten.drop(ownerOf(context), [id])) === 0) throw gone(id);
  return context.body(null, 204);
}

function gone(id: string): AppError {
  return new AppError(
    "resource_not_found",
    `Nothing forgotten has the id ${id}: it was restored, or is gone for good.`,
  );
}
