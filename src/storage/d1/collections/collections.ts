/** Knowledge collections in D1. */
import { and, asc, eq, inArray, like, not, or, sql } from "drizzle-orm";
import type {
  Collection,
  CollectionDocument,
  CollectionSource,
  SiteState,
} from "../../../collections/collection.ts";
import type { CollectionStore, SiteChange } from "../../../collections/ports.ts";
import type { Database } from "../database.ts";
import { collectionDocuments, collections } from "../schema/files/collections.ts";

/** D1 binds at most a hundred values a statement. */
const ROWS_A_STATEMENT = 14;
const PATHS_A_STATEMENT = 90;

/** No path of the workspace begins so. */
const IS_PAGE = sql`(${collectionDocuments.path} LIKE 'https://%' OR ${collectionDocuments.path} LIKE 'http://%')`;

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

  async put({ agents, sources, sites, ...rest }: Collection): Promise<void> {
    const at = this.now();
    const lists = { agents: JSON.stringify(agents), sources: JSON.stringify(sources) };
    const row = { ...rest, ...lists, sites: JSON.stringify(sites), updated_at: at };
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

  async tables(ids: readonly string[]): Promise<{ collection_id: string; path: string; name: string }[]> {
    const { collection_id, path, name, state } = collectionDocuments;
    const isTable = or(...["csv", "tsv", "tab"].map((ending) => like(name, `%.${ending}`)));
    return this.db
      .select({ collection_id, path, name })
      .from(collectionDocuments)
      .where(and(inArray(collection_id, ids.slice(0, PATHS_A_STATEMENT)), eq(state, "indexed"), isTable))
      .orderBy(asc(collection_id), asc(path));
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
      this.db.delete(collectionDocuments).where(and(eq(collectionDocuments.collection_id, id), not(IS_PAGE))),
      ...groups.map((group) => this.db.insert(collectionDocuments).values(group)),
    ]);
  }

  async pagesRead({ id, owner }: Collection, { ref, state, pages, gone }: SiteChange): Promise<boolean> {
    // The quotes keep dots and brackets of an address from meaning steps; it holds no quote itself.
    const path = `$."${ref}"`;
    const written = await this.db
      .update(collections)
      .set({ sites: sql`json_set(${collections.sites}, ${path}, json(${JSON.stringify(state)}))` })
      .where(and(eq(collections.id, id), hasSite(ref)))
      .returning({ id: collections.id });
    if (written.length === 0) return false;
    await this.removePages(id, gone);
    const at = this.now();
    for (const page of pages) {
      const row = { ...page, collection_id: id, owner, updated_at: at };
      const target = [collectionDocuments.collection_id, collectionDocuments.path];
      await this.db.insert(collectionDocuments).values(row).onConflictDoUpdate({ target, set: row });
    }
    return true;
  }

  async removePages(id: string, paths: readonly string[]): Promise<void> {
    for (let at = 0; at < paths.length; at += PATHS_A_STATEMENT)
      await this.db
        .delete(collectionDocuments)
        .where(
          and(
            eq(collectionDocuments.collection_id, id),
            inArray(collectionDocuments.path, paths.slice(at, at + PATHS_A_STATEMENT)),
          ),
        );
  }
}

function collectionOf(row: typeof collections.$inferSelect): Collection {
  const { agents, sources, sites, created_at: _created, updated_at: _updated, ...rest } = row;
  return {
    ...rest,
    agents: JSON.parse(agents) as string[],
    sources: JSON.parse(sources) as CollectionSource[],
    sites: JSON.parse(sites) as Record<string, SiteState>,
  };
}

function hasSite(ref: string) {
  return sql`EXISTS (SELECT 1 FROM json_each(${collections.sources}) WHERE json_extract(value, '$.kind') = 'site' AND json_extract(value, '$.ref') = ${ref})`;
}
