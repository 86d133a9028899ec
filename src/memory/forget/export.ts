/** Streams everything remembered of one owner, one object at a time, so that it need not fit in memory. */
import type { Core } from "../ports/core.ts";
import type { Scope } from "../ports/model.ts";
import type { PageRequest } from "../ports/stores.ts";
import { everyItem } from "./pages.ts";

export interface ExportedLine {
  type: "memory" | "fact" | "episode" | "commitment" | "wish" | "relation" | "alias" | "state";
  value: unknown;
}

export async function* exportLines(
  core: Core,
  owner: string,
  scopes: readonly Scope[],
): AsyncGenerator<ExportedLine> {
  const { memories, facts, episodes, commitments, wishes, edges, aliases, states } = core.storage;
  yield* pages(
    "memory",
    (page) => memories.list(owner, { scopes }, page),
    (each) => each.updated_at,
  );
  yield* pages(
    "fact",
    (page) => facts.list(owner, { scopes, history: true }, page),
    (each) => each.updated_at,
  );
  yield* pages(
    "episode",
    (page) => episodes.list(owner, { scopes }, page),
    (each) => each.started_at,
  );
  yield* pages(
    "commitment",
    (page) => commitments.list(owner, { scopes }, page),
    (each) => each.updated_at,
  );
  yield* pages(
    "wish",
    (page) => wishes.list(owner, { scopes, history: true }, page),
    (each) => each.said_at,
  );
  yield* pages(
    "relation",
    (page) => edges.list(owner, { history: true }, page),
    (each) => each.created_at,
  );
  for (const value of await aliases.list(owner)) yield { type: "alias", value };
  for (const value of await states.all(owner, scopes)) yield { type: "state", value };
}

async function* pages<T extends { id: string }>(
  type: ExportedLine["type"],
  read: (page: PageRequest) => Promise<T[]>,
  time: (item: T) => number,
): AsyncGenerator<ExportedLine> {
  for await (const value of everyItem(read, time)) yield { type, value };
}
