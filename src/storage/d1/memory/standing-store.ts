/** An agent's standing memory in D1: memories, facts and state keys in one query. */
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Scope, WishKind } from "../../../memory/ports/model.ts";
import type { Standing, StandingStore } from "../../../memory/ports/stores.ts";
import type { Database } from "../database.ts";
import { facts, memories, memoryState, wishes } from "../schema/memory/memory.ts";
import { part, readSeveral } from "../several.ts";
import { inScopes } from "./in-scopes.ts";

/** Each turn pays for them in its prompt. */
const MOST_MEMORIES = 100;
const MOST_FACTS = 200;
const MOST_STATES = 100;
/** Read with the rest, so that a turn chooses among them without another query. */
const MOST_WISHES = 60;

export class D1StandingStore implements StandingStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  of(owner: string, scopes: readonly Scope[]): Promise<Standing> {
    return readSeveral(this.db, {
      memories: memoriesOf(owner, scopes),
      facts: factsOf(owner, scopes),
      states: statesOf(owner, scopes),
      wishes: wishesOf(owner, scopes),
    });
  }

  known(): undefined {
    return undefined;
  }
}

function memoriesOf(of: string, scopes: readonly Scope[]) {
  const { owner, sticky, trust, scope, content, created_at } = memories;
  const where = and(eq(owner, of), eq(sticky, true), eq(trust, "trusted"), inScopes(scope, scopes));
  return part(memories, { content }, chosen(where, { by: created_at, most: MOST_MEMORIES }));
}

function factsOf(of: string, scopes: readonly Scope[]) {
  const { owner, sticky, trust, scope, retired_at, entity, attribute, value, updated_at, id } = facts;
  const isTheirs = and(eq(owner, of), eq(sticky, true), eq(trust, "trusted"), inScopes(scope, scopes));
  const newest = sql`${updated_at} DESC, ${id} DESC`;
  return part(
    facts,
    { entity, attribute, value },
    chosen(and(isTheirs, isNull(retired_at)), { by: newest, most: MOST_FACTS }),
  );
}

function statesOf(of: string, scopes: readonly Scope[]) {
  const { owner, trust, scope, key, value } = memoryState;
  const where = and(eq(owner, of), inScopes(scope, scopes), eq(trust, "trusted"));
  return part(memoryState, { key, value }, chosen(where, { by: key, most: MOST_STATES }));
}

function wishesOf(of: string, scopes: readonly Scope[]) {
  const { owner, trust, scope, ended_at, id, kind, content, condition, said_at } = wishes;
  const where = and(eq(owner, of), isNull(ended_at), eq(trust, "trusted"), inScopes(scope, scopes));
  const newest = sql`${said_at} DESC, ${id} DESC`;
  const columns = { id, kind, content, condition, said_at };
  const found = part(wishes, columns, chosen(where, { by: newest, most: MOST_WISHES }));
  return { ...found, rowOf: (values: readonly unknown[]) => withKind(found.rowOf(values)) };
}

function withKind<W extends { kind: string }>(row: W) {
  return { ...row, kind: row.kind as WishKind };
}

function chosen(where: SQL | undefined, { by, most }: { by: SQL | SQLiteColumn; most: number }): SQL {
  return sql`WHERE ${where} ORDER BY ${by} LIMIT ${most}`;
}
