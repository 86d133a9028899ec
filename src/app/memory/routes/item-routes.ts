/** Routes of one kind of remembered items, made from a record of what differs by kind. */
import { z } from "zod";
import { scope } from "../../../contract/memory/fields.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { LongTermMemory } from "../../../memory/create-memory.ts";
import type { ItemKey, PageRequest, Reader } from "../../../memory/ports/stores.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply, type WireValue } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import {
  missing,
  ofItem,
  ownerOf,
  ownScopes,
  PageQuery,
  pageOf,
  pageRequestOf,
  READ,
  WRITE,
} from "./requests.ts";

/** Query of every list; a kind adds its filters. */
export const ItemQuery = () => z.object({ ...PageQuery(), scope: scope.optional() });

export interface ItemKind<Row extends { id: string }, View, Query, Change> {
  /** Name in refusals. */
  name: string;
  /** Prefix of the ids. */
  prefix: string;
  path: `/memory/${string}`;
  shape: () => z.ZodType<View>;
  view(row: Row, now: number): WireValue<NoInfer<View>>;
  list: {
    summary: string;
    query: () => z.ZodObject & z.ZodType<Query & SchemaOutput<typeof ItemQuery>>;
    rows(memory: LongTermMemory, reader: Reader, wanted: { query: Query; page: PageRequest }): Promise<Row[]>;
    /** The time that orders the list, in ms since the epoch. */
    time(row: Row): number;
  };
  create?: Route;
  read?: { summary: string; rows(memory: LongTermMemory, item: ItemKey): Promise<Row[]> };
  change: {
    summary: string;
    body: () => z.ZodType<Change>;
    /** Undefined when the owner has no such item. */
    edit(memory: LongTermMemory, item: ItemKey, change: Change): Promise<Row | undefined>;
  };
  remove: { summary: string };
}

export function itemRoutes<Row extends { id: string }, View, Query, Change>(
  of: ItemKind<Row, View, Query, Change>,
): Route[] {
  return [
    listRoute(of),
    ...(of.create ? [of.create] : []),
    ...readRoutes(of),
    changeRoute(of),
    removeRoute(of),
  ];
}

function listRoute<Row extends { id: string }, View, Query, Change>({
  path,
  shape,
  list,
  view,
}: ItemKind<Row, View, Query, Change>): Route {
  return defineRoute({
    method: "get",
    path,
    policy: READ,
    summary: list.summary,
    query: list.query,
    answers: () => ({ 200: listOf(shape()) }),
    async handler(context, { query }) {
      const { memory, now } = servicesOf(context);
      const reader = { owner: ownerOf(context), scopes: await ownScopes(context, query.scope) };
      const rows = await list.rows(memory, reader, { query, page: pageRequestOf(query) });
      return reply(200, pageOf(rows, query.limit, { time: list.time, view: (row) => view(row, now()) }));
    },
  });
}

function readRoutes<Row extends { id: string }, View, Query, Change>({
  path,
  name,
  shape,
  read,
  view,
}: ItemKind<Row, View, Query, Change>): Route[] {
  if (!read) return [];
  const route = defineRoute({
    method: "get",
    path: `${path}/:id`,
    policy: READ,
    summary: read.summary,
    params: ofItem,
    answers: () => ({ 200: shape() }),
    async handler(context, { params: { id } }) {
      const { memory, now } = servicesOf(context);
      const [found] = await read.rows(memory, { owner: ownerOf(context), id });
      if (found === undefined) throw missing(name, id);
      return reply(200, view(found, now()));
    },
  });
  return [route];
}

function changeRoute<Row extends { id: string }, View, Query, Change>({
  path,
  name,
  shape,
  change,
  view,
}: ItemKind<Row, View, Query, Change>): Route {
  return defineRoute({
    method: "patch",
    path: `${path}/:id`,
    policy: WRITE,
    summary: change.summary,
    params: ofItem,
    body: change.body,
    answers: () => ({ 200: shape() }),
    async handler(context, { params: { id }, body }) {
      const { memory, now } = servicesOf(context);
      const changed = await change.edit(memory, { owner: ownerOf(context), id }, body);
      if (changed === undefined) throw missing(name, id);
      return reply(200, view(changed, now()));
    },
  });
}

/** Forgets an item. With `?final=true` nothing is kept to restore it. */
function removeRoute({
  path,
  name,
  prefix,
  remove,
}: Pick<ItemKind<never, unknown, unknown, unknown>, "path" | "name" | "prefix" | "remove">): Route {
  return defineRoute({
    method: "delete",
    path: `${path}/:id`,
    policy: WRITE,
    summary: remove.summary,
    params: ofItem,
    // `sources`: also where it was said, and what else says the same.
    query: () => z.object({ final: flag, sources: flag }),
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { id }, query: { final: isFinal, sources: withSources } }) {
      const { memory } = servicesOf(context);
      if (
        !id.startsWith(prefix) ||
        !(await memory.forgetItem(ownerOf(context), id, { isFinal, withSources }))
      )
        throw missing(name, id);
      return context.body(null, 204);
    },
  });
}

/** Throws an AppError when memory refused to store an item. */
export function storedOf<T extends { status: string }>(outcome: T): Exclude<T, { status: "refused" }> {
  if (isRefused(outcome)) throw new AppError("malformed_request", `Not stored: ${outcome.problem}.`);
  return outcome as Exclude<T, { status: "refused" }>;
}

function isRefused(outcome: { status: string }): outcome is { status: "refused"; problem: string } {
  return outcome.status === "refused";
}

/** Provenance of what a person writes into their memory themselves. */
export function ownEntry(context: ApiContext) {
  return { owner: ownerOf(context), origin: "person", trust: "trusted" } as const;
}
