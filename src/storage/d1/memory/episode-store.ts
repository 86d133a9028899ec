/** Episodes in D1. */
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Trust } from "../../../domain/trust.ts";
import type { Episode, Origin, Scope } from "../../../memory/ports/model.ts";
import type { EpisodeStore } from "../../../memory/ports/stores.ts";
import type { Database } from "../database.ts";
import { episodes } from "../schema/memory/memory.ts";
import { inScopes } from "./in-scopes.ts";
import { parseStrings } from "./json.ts";
import { after } from "./paging.ts";

const IDS = 80;

export function createEpisodeStore(db: Database): EpisodeStore {
  const owned = (owner: string, ids: readonly string[]) =>
    and(eq(episodes.owner, owner), inArray(episodes.id, [...ids].slice(0, IDS)));
  return {
    async put(episode) {
      const values = { ...episode, topics: JSON.stringify(episode.topics) };
      const { id: _id, created_at: _created, ...set } = values;
      // Summing up the same stretch of a conversation again replaces the first summary.
      await db
        .insert(episodes)
        .values(values)
        .onConflictDoUpdate({
          target: [episodes.owner, episodes.conversation_id, episodes.first_ordinal],
          set,
        });
    },
    async get(owner, ids) {
      if (ids.length === 0) return [];
      return (await db.select().from(episodes).where(owned(owner, ids))).map(episodeOf);
    },
    async list(owner, { scopes }, page) {
      const rows = await db
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
    },
    async trust({ owner, id }, trust) {
      const [row] = await db
        .update(episodes)
        .set({ trust })
        .where(owned(owner, [id]))
        .returning();
      return row === undefined ? undefined : episodeOf(row);
    },
  };
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
