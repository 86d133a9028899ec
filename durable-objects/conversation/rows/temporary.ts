/** The end of a temporary conversation and of one in which nothing was said, and files that end with it. */
import { PROVISIONAL_MS, TEMPORARY_MS } from "../../../src/domain/conversation/conversation.ts";
import { timeOfId } from "../../../src/domain/ids.ts";
import { messages } from "./schema/talk.ts";
import type { Store } from "./store.ts";

/** Time at which it is deleted by itself, in ms since the epoch; null: never. */
export function endOf(store: Pick<Store, "meta">): number | null {
  const { provisional, head, turn_count, created_at } = store.meta;
  const isUnused = provisional && head === null && turn_count === 0;
  return isUnused ? created_at + PROVISIONAL_MS : expiryOf(store);
}

/** Time at which a temporary one is deleted, in ms since the epoch; null: it is none. */
export function expiryOf({ meta }: Pick<Store, "meta">): number | null {
  return meta.temporary ? meta.updated_at + TEMPORARY_MS : null;
}

/** Time between an upload and the first message that brings it. */
const ATTACHED_MS = 60 * 60 * 1000;

/** Ids of files in its messages that were uploaded or made for it: older ones belong elsewhere too. */
export function ownFiles({ meta, sql }: Pick<Store, "meta" | "sql">): string[] {
  const oldest = meta.created_at - ATTACHED_MS;
  const ids = sql
    .rows(messages)
    .flatMap(({ parts }) => parts.flatMap((part) => ("file_id" in part ? [part.file_id] : [])));
  return [...new Set(ids)].filter((id) => (timeOfId(id) ?? 0) >= oldest);
}
