/** Folders and tags as they are typed. */
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";

const MOST_TAGS = 20;
const LONGEST_TAG = 40;

/** Separated by commas, without duplicates. */
export function tagsOf(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim().slice(0, LONGEST_TAG).trim());
  return [...new Set(tags.filter((tag) => tag !== ""))].slice(0, MOST_TAGS);
}

export interface LabelChange {
  id: string;
  change: { folder?: string; tags?: string[] };
}

type Sortable = Pick<ConversationSummary, "id" | "folder" | "tags">;

/**
 * The change for each conversation. `folder` undefined: each keeps its own. One conversation gets exactly the named
 * tags; several keep their own besides.
 */
export function changesOf(
  chosen: readonly Sortable[],
  { folder, tags }: { folder: string | undefined; tags: readonly string[] },
): LabelChange[] {
  return chosen.flatMap(({ id, folder: was, tags: had }) => {
    const next = chosen.length === 1 ? [...tags] : [...new Set([...had, ...tags])].slice(0, MOST_TAGS);
    const change: LabelChange["change"] = {};
    if (folder !== undefined && folder !== was) change.folder = folder;
    if (next.join() !== had.join()) change.tags = next;
    return Object.keys(change).length === 0 ? [] : [{ id, change }];
  });
}
