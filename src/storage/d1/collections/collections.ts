/** Knowledge collections in D1. */
import { asc, eq, or, sql } from "drizzle-orm";
import type { Collection, CollectionDocument, CollectionSource } from "../../../collections/collection.ts";
import type { CollectionStore } from "../../../collections/ports.ts";
import type { Database } from "../database.ts";
import { collectionDocuments, collections } from "../schema/files/collections.ts";

/** D1 binds at most a hundred values a statement. */
const ROWS_A_STATEMENT = 14;

export class D1CollectionStore implements CollectionStore {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  async list(owner: string): Promise<Collection[]> {
    const rows = this.db.select().from(collections).where(eq(collections.owner, owner));
    return (await rows.orderBy(asc(collections.name))).map(collectionOf);
  }

  async get(owner: string, id: string): Promise<Collection | undefined> {
    const [row] = await this.db.select().from(collections).where(eq(collections.id, id));
    return row?.owner === owner ? collectionOf(row) : undefined;
  }

  async put({ agents, sources, ...rest }: Collection): Promise<void> {
    const at = this.now();
    const row = { ...rest, agents: JSON.stringify(agents), sources: JSON.stringify(sources), updated_at: at };
    await this.db
      .insert(collections)
      .values({ ...row, created_at: at })
      .onConflictDoUpdate({ target: collections.id, set: row });
  }

  async remove(id: string): Promise<void> {
    await this.db.batch([
      this.db.delete(collectionDocuments).where(eq(collectionDocuments.collection_id, id)),
      this.db.delete(collections).where(eq(collections.id, id)),
    ]);
  }

  async reachable({ agent, owner }: { agent: string; owner: string | null }): Promise<Collection[]> {
    const isShared = sql`EXISTS (SELECT 1 FROM json_each(${collections.agents}) WHERE value = ${agent})`;
    const isOwn = owner === null ? undefined : eq(collections.owner, owner);
    return (await this.db.select().from(collections).where(or(isShared, isOwn))).map(collectionOf);
  }

  async every(): Promise<Collection[]> {
    return (await this.db.select().from(collections)).map(collectionOf);
  }

  documents(id: string): Promise<CollectionDocument[]> {
    const { path, name, state, version } = collectionDocuments;
    return this.db
      .select({ path, name, state, version })
      .from(collectionDocuments)
      .where(eq(collectionDocuments.collection_id, id))
      .orderBy(asc(path));
  }

  async synced(
    { id, owner }: Collection,
    documents: readonly CollectionDocument[],
    at: number,
  ): Promise<void> {
    const rows = documents.map((one) => ({ ...one, collection_id: id, owner, updated_at: at }));
    const groups = Array.from({ length: Math.ceil(rows.length / ROWS_A_STATEMENT) }, (_, group) =>
      rows.slice(group * ROWS_A_STATEMENT, (group + 1) * ROWS_A_STATEMENT),
    );
    await this.db.batch([
      this.db.update(collections).set({ synced_at: at }).where(eq(collections.id, id)),
      this.db.delete(collectionDocuments).where(eq(collectionDocuments.collection_id, id)),
      ...groups.map((group) => this.db.insert(collectionDocuments).values(group)),
    ]);
  }
}

function collectionOf(row: typeof collections.$inferSelect): Collection {
  const { agents, sources, created_at: _created, updated_at: _updated, ...rest } = row;
  return {
    ...rest,
    agents: JSON.parse(agents) as string[],
    sources: JSON.parse(sources) as CollectionSource[],
  };
}
