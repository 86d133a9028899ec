/** Facts in D1: a new value ends the old one's validity and the belief in it; nothing is overwritten. */
import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Trust } from "../../../domain/trust.ts";
import type { Fact, Origin, Scope } from "../../../memory/ports/model.ts";
import type { FactFilter, FactStore, ItemKey, PageRequest, Reader } from "../../../memory/ports/stores.ts";
import { nameKey } from "../../../memory/text/names.ts";
import type { Database } from "../database.ts";
import { facts } from "../schema/memory/memory.ts";
import { inScopes } from "./in-scopes.ts";
import { parseStrings } from "./json.ts";
import { after } from "./paging.ts";

const MANY = 200;
/** D1 takes 100 parameters: lists of ids are cut well before. */
const IDS = 80;

export class D1FactStore implements FactStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  write(fact: Fact, ended: readonly { id: string; valid_to: number }[], now: number): Promise<void> {
    return write(this.db, fact, { ended, now });
  }

  async supersede(
    fact: Fact,
    ended: readonly { id: string; valid_to: number }[],
    now: number,
  ): Promise<void> {
    const [first, ...rest] = endings(this.db, fact, { ended, now });
    if (first !== undefined) await this.db.batch([first, ...rest]);
  }

  current({ owner, scopes }: Reader, entities: readonly string[], attribute?: string): Promise<Fact[]> {
    return this.rows(
      and(
        eq(facts.owner, owner),
        inArray(facts.entity_key, [...entities].slice(0, IDS)),
        attribute === undefined ? undefined : eq(facts.attribute_key, attribute),
        inScopes(facts.scope, scopes),
        isNull(facts.retired_at),
      ),
    );
  }

  async confirm({ owner, id }: ItemKey, confidence: number, now: number): Promise<void> {
    await this.db
      .update(facts)
      .set({ confidence: sql`max(${facts.confidence}, ${confidence})`, updated_at: now })
      .where(owned(owner, [id]));
  }

  get(owner: string, ids: readonly string[]): Promise<Fact[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.rows(owned(owner, ids));
  }

  list(owner: string, filter: FactFilter, page: PageRequest): Promise<Fact[]> {
    return this.rows(listed(owner, filter, page), page.limit);
  }

  async update(
    { owner, id }: ItemKey,
    {
      disputes,
      ...change
    }: { value?: string; confidence?: number; sticky?: boolean; trust?: Trust; disputes?: string[] },
    now: number,
  ): Promise<Fact | undefined> {
    const [row] = await this.db
      .update(facts)
      .set({
        ...change,
        ...(disputes === undefined ? {} : { disputes: JSON.stringify(disputes) }),
        updated_at: now,
      })
      .where(owned(owner, [id]))
      .returning();
    return row === undefined ? undefined : factOf(row);
  }

  async retire(owner: string, id: string, now: number): Promise<boolean> {
    const gone = await this.db
      .update(facts)
      .set({ retired_at: now, valid_to: sql`coalesce(${facts.valid_to}, ${now})`, updated_at: now })
      .where(and(owned(owner, [id]), isNull(facts.retired_at)))
      .returning({ id: facts.id });
    return gone.length > 0;
  }

  private async rows(where: SQL | undefined, limit = MANY) {
    return (
      await this.db
        .select()
        .from(facts)
        .where(where)
        .orderBy(desc(facts.updated_at), desc(facts.id))
        .limit(limit)
    ).map(factOf);
  }
}

function owned(owner: string, ids: readonly string[]) {
  return and(eq(facts.owner, owner), inArray(facts.id, [...ids].slice(0, IDS)));
}

interface Ending {
  ended: readonly { id: string; valid_to: number }[];
  now: number;
}

async function write(db: Database, fact: Fact, ending: Ending): Promise<void> {
  const insert = db.insert(facts).values({
    ...fact,
    disputes: JSON.stringify(fact.disputes),
    entity_key: nameKey(fact.entity),
    attribute_key: nameKey(fact.attribute),
  });
  await db.batch([insert, ...endings(db, fact, ending)]);
}

function endings(db: Database, fact: Fact, { ended, now }: Ending) {
  return ended.map(({ id, valid_to }) =>
    db
      .update(facts)
      .set({ valid_to, retired_at: now, superseded_by: fact.id, updated_at: now })
      .where(and(eq(facts.owner, fact.owner), eq(facts.id, id), isNull(facts.retired_at))),
  );
}

function listed(owner: string, filter: FactFilter, page: PageRequest): SQL | undefined {
  return and(
    eq(facts.owner, owner),
    filter.scopes === undefined ? undefined : inScopes(facts.scope, filter.scopes),
    filter.entity === undefined ? undefined : eq(facts.entity_key, filter.entity),
    filter.trust === undefined ? undefined : eq(facts.trust, filter.trust),
    filter.at === undefined ? undefined : validAt(filter.at),
    filter.believed_at === undefined ? undefined : believedAt(filter.believed_at),
    filter.history || filter.at !== undefined || filter.believed_at !== undefined
      ? undefined
      : isNull(facts.retired_at),
    after(page.cursor, facts.updated_at, facts.id),
  );
}

function validAt(at: number): SQL | undefined {
  return and(lte(facts.valid_from, at), or(isNull(facts.valid_to), gt(facts.valid_to, at)));
}

function believedAt(at: number): SQL | undefined {
  return and(lte(facts.recorded_at, at), or(isNull(facts.retired_at), gt(facts.retired_at, at)));
}

function factOf(row: typeof facts.$inferSelect): Fact {
  const { entity_key: _entity, attribute_key: _attribute, ...fields } = row;
  const { valid_to, retired_at, superseded_by, conversation_id, message_id, ...rest } = fields;
  return {
    ...rest,
    scope: row.scope as Scope,
    origin: row.origin as Origin,
    trust: row.trust as Trust,
    disputes: parseStrings(row.disputes),
    ...(valid_to === null ? {} : { valid_to }),
    ...(retired_at === null ? {} : { retired_at }),
    ...(superseded_by === null ? {} : { superseded_by }),
    ...(conversation_id === null ? {} : { conversation_id }),
    ...(message_id === null ? {} : { message_id }),
  };
}
