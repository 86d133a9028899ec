/** Commitments in D1. */
import { and, asc, desc, eq, inArray, isNotNull, lt, type SQL } from "drizzle-orm";
import type { Trust } from "../../../domain/trust.ts";
import type { Commitment, CommitmentStatus, Origin, Scope } from "../../../memory/ports/model.ts";
import type {
  CommitmentChange,
  CommitmentStore,
  ItemKey,
  PageRequest,
  Reader,
} from "../../../memory/ports/stores.ts";
import { sameHash } from "../../../memory/text/same-text.ts";
import type { Database } from "../database.ts";
import { commitments } from "../schema/memory/memory.ts";
import { inScopes } from "./in-scopes.ts";
import { after } from "./paging.ts";

const IDS = 80;

export class D1CommitmentStore implements CommitmentStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  put(commitment: Commitment): Promise<Commitment> {
    return put(this.db, commitment);
  }

  async get(owner: string, ids: readonly string[]): Promise<Commitment[]> {
    if (ids.length === 0) return [];
    return (await this.db.select().from(commitments).where(owned(owner, ids))).map(commitmentOf);
  }

  async list(
    owner: string,
    { scopes, status, trust }: { scopes?: readonly Scope[]; status?: CommitmentStatus; trust?: Trust },
    page: PageRequest,
  ): Promise<Commitment[]> {
    const rows = await this.db
      .select()
      .from(commitments)
      .where(
        and(
          eq(commitments.owner, owner),
          wanted(scopes),
          status === undefined ? undefined : eq(commitments.status, status),
          trust === undefined ? undefined : eq(commitments.trust, trust),
          after(page.cursor, commitments.updated_at, commitments.id),
        ),
      )
      .orderBy(desc(commitments.updated_at), desc(commitments.id))
      .limit(page.limit);
    return rows.map(commitmentOf);
  }

  due(reader: Reader, before: number, limit: number): Promise<Commitment[]> {
    return due(this.db, reader, { before, limit });
  }

  async update(
    { owner, id }: ItemKey,
    change: CommitmentChange,
    now: number,
  ): Promise<Commitment | undefined> {
    const { what, status } = change;
    const [row] = await this.db
      .update(commitments)
      .set({
        ...change,
        ...(what === undefined ? {} : { hash: sameHash(what) }),
        ...(status === undefined ? {} : { closed_at: status === "open" ? null : now }),
        updated_at: now,
      })
      .where(owned(owner, [id]))
      .returning();
    return row === undefined ? undefined : commitmentOf(row);
  }

  async expire(before: number, now: number): Promise<number> {
    const gone = await this.db
      .update(commitments)
      .set({ status: "expired", closed_at: now, updated_at: now })
      .where(
        and(eq(commitments.status, "open"), isNotNull(commitments.due_at), lt(commitments.due_at, before)),
      )
      .returning({ id: commitments.id });
    return gone.length;
  }
}

function owned(owner: string, ids: readonly string[]) {
  return and(eq(commitments.owner, owner), inArray(commitments.id, [...ids].slice(0, IDS)));
}

function wanted(scopes: readonly Scope[] | undefined): SQL | undefined {
  return scopes === undefined ? undefined : inScopes(commitments.scope, scopes);
}

async function due(
  db: Database,
  { owner, scopes }: Reader,
  { before, limit }: { before: number; limit: number },
): Promise<Commitment[]> {
  const open = and(
    eq(commitments.owner, owner),
    eq(commitments.status, "open"),
    eq(commitments.trust, "trusted"),
    inScopes(commitments.scope, scopes),
  );
  const rows = await db
    .select()
    .from(commitments)
    .where(and(open, isNotNull(commitments.due_at), lt(commitments.due_at, before)))
    .orderBy(asc(commitments.due_at))
    .limit(limit);
  return rows.map(commitmentOf);
}

async function put(db: Database, commitment: Commitment): Promise<Commitment> {
  const hash = sameHash(commitment.what);
  const [same] = await db
    .select()
    .from(commitments)
    .where(
      and(
        eq(commitments.owner, commitment.owner),
        eq(commitments.status, "open"),
        eq(commitments.scope, commitment.scope),
        // An untrusted commitment neither changes a trusted one nor adds text to it.
        eq(commitments.trust, commitment.trust),
        eq(commitments.hash, hash),
      ),
    )
    .limit(1);
  if (same === undefined) {
    await db.insert(commitments).values({ ...commitment, hash });
    return commitment;
  }
  const change = {
    due_at: commitment.due_at ?? same.due_at,
    who: commitment.who === "" ? same.who : commitment.who,
    updated_at: commitment.updated_at,
  };
  await db.update(commitments).set(change).where(eq(commitments.id, same.id));
  return commitmentOf({ ...same, ...change });
}

export function commitmentOf(row: typeof commitments.$inferSelect): Commitment {
  const { hash: _hash, asked_for: _asked, due_at, closed_at, conversation_id, message_id, ...rest } = row;
  return {
    ...rest,
    scope: row.scope as Scope,
    origin: row.origin as Origin,
    trust: row.trust as Trust,
    status: row.status as CommitmentStatus,
    ...(due_at === null ? {} : { due_at }),
    ...(closed_at === null ? {} : { closed_at }),
    ...(conversation_id === null ? {} : { conversation_id }),
    ...(message_id === null ? {} : { message_id }),
  };
}
