/** Rebuilds an object that wakes without state or with damaged state, from all that is known of it. */
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import { type ConversationId, type Ids, timeOfId } from "../../../src/domain/ids.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { Tables } from "../../sql/tables.ts";
import type { MetaInit } from "../rows/meta.ts";
import type { Store } from "../rows/store.ts";
import type { TrailSource } from "../trail/ports.ts";
import type { Rebuilt, SegmentText } from "./rebuild.ts";
import { NO_SALVAGE, salvage } from "./rebuild-salvage.ts";

interface RebuildObjectDeps {
  id: ConversationId;
  sql: Tables;
  ids: Ids;
  kinds: ChannelKinds;
  now: number;
  source: TrailSource;
  /** The index entry of the conversation; undefined when there is none. Rejects when it cannot be read. */
  indexed(id: ConversationId): Promise<MetaInit | undefined>;
  /** Empties the object's storage, and returns it. */
  clear(): Promise<Tables>;
  log: Log;
  /** The trail comes out of a backup, so nothing was lost. */
  isRestored: boolean;
}

const AT_ONCE = 6;
const FRESH_MS = 60_000;

/**
 * The rebuilt conversation, or undefined when there never was one. Without damage, both the index and the
 * trail must know it, so that a deleted conversation stays deleted. Rejects when either cannot be reached.
 */
export async function rebuildObject(
  deps: RebuildObjectDeps,
  damage: string | undefined,
): Promise<Store | undefined> {
  const { id, sql, ids, kinds, now, source, isRestored } = deps;
  const [init, places] = await Promise.all([deps.indexed(id), source.list(id)]);
  if (damage === undefined && (!init || places.length === 0)) return undefined;
  const saved = damage === undefined ? NO_SALVAGE : salvage(sql);
  if (places.length === 0 && saved.messages.length === 0) return undefined;
  const texts = segmentTexts(source, id, places);
  // From here on the saved rows are only in memory: storage is cleared after the trail has been read.
  const segments = damage === undefined ? texts : replay(await collected(texts));
  const { rebuild } = await import("./rebuild.ts");
  const empty = await deps.clear();
  const rebuilt = await rebuild({ sql: empty, ids, kinds, now, segments, salvage: saved, init, isRestored });
  if (!rebuilt) return undefined;
  if (!isRestored || rebuilt.broken > 0) report(deps, rebuilt, damage);
  return rebuilt.store;
}

function report(
  { id, log }: RebuildObjectDeps,
  { messages, broken }: Rebuilt,
  damage: string | undefined,
): void {
  log.error("conversation_rebuilt", {
    conversation: id,
    damage: damage ?? "its state was missing",
    messages,
    broken,
  });
}

/** An id made in the last minute names nothing that could have been lost. */
export function isFreshId(id: ConversationId, now: number): boolean {
  const made = timeOfId(id);
  return made !== undefined && now - made < FRESH_MS;
}

/** Texts in order, with several fetches in parallel. A listed segment that is gone is skipped. */
async function* segmentTexts(
  source: TrailSource,
  id: ConversationId,
  places: { day: string; first_seq: number }[],
): AsyncGenerator<SegmentText, void> {
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const batch = places.slice(at, at + AT_ONCE);
    const texts = await Promise.all(batch.map((place) => source.get(id, place)));
    for (const [index, place] of batch.entries()) {
      const text = texts[index];
      if (text !== undefined) yield { ...place, text };
    }
  }
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* replay<T>(items: readonly T[]): AsyncGenerator<T, void> {
  yield* items;
}
