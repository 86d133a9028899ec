/** Episodes in D1. */
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Trust } from "../../../domain/trust.ts";
import type { Episode, Origin, Scope } from "../../../memory/ports/model.ts";
import type { EpisodeStore, ItemKey, PageRequest } from "../../../memory/ports/stores.ts";
import type { Database } from "../database.ts";
import { episodes } from "../schema/memory/memory.ts";
import { inScopes } from "./in-scopes.ts";
import { parseStrings } from "./json.ts";
import { after } from "./paging.ts";

const IDS = 80;

export class D1EpisodeStore implements EpisodeStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async put(episode: Episode): Promise<void> {
    const values = { ...episode, topics: JSON.stringify(episode.topics) };
    const { id: _id, created_at: _created, ...set } = values;
    // Summing up the same stretch of a conversation again replaces the first summary.
    await this.db
      .insert(episodes)
      .values(values)
      .onConflictDoUpdate({
        target: [episodes.owner, episodes.conversation_id, episodes.first_ordinal],
        set,
      });
  }

  async get(owner: string, ids: readonly string[]): Promise<Episode[]> {
    if (ids.length === 0) return [];
    return (await this.db.select().from(episodes).where(owned(owner, ids))).map(episodeOf);
  }

  async list(
    owner: string,
    { scopes }: { scopes?: readonly Scope[] },
    page: PageRequest,
  ): Promise<Episode[]> {
    const rows = await this.db
      .select()
      .from(episodes)
      .where(
        and(
          eq(episodes.owner, owner),
          scopes === undefined ? undefined : inScopes(episodes.scope, scopes),
          after(page.cursor, episodes.started_at, episodes.id),
        ),
      )
      .orderBy(desc(episodes.started_at), desc(episodes.id))
      .limit(page.limit);
    return rows.map(episodeOf);
  }

  async trust({ owner, id }: ItemKey, trust: Trust): Promise<Episode | undefined> {
    const [row] = await this.db
      .update(episodes)
      .set({ trust })
      .where(owned(owner, [id]))
      .returning();
    return row === undefined ? undefined : episodeOf(row);
  }
}

function owned(owner: string, ids: readonly string[]) {
  return and(eq(episodes.owner, owner), inArray(episodes.id, [...ids].slice(0, IDS)));
}

function episodeOf(row: typeof episodes.$inferSelect): Episode {
  const { conversation_id, message_id, first_ordinal, last_ordinal, ...rest } = row;
  return {
    ...rest,
    scope: row.scope as Scope,
    origin: row.origin as Origin,
    trust: row.trust as Trust,
    topics: parseStrings(row.topics),
    ...(conversation_id === null ? {} : { conversation_id }),
    ...(message_id === null ? {} : { message_id }),
    ...(first_ordinal === null ? {} : { first_ordinal }),
    ...(last_ordinal === null ? {} : { last_ordinal }),
  };
}
