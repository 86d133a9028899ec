/** Verbs of collections for other parts and the part's own routes. */
import type { PartKey } from "../platform/part-key.ts";

interface CollectionVerbs {
  /** Tells that a collection was added, changed or removed here: agents may have something to ask from now on. */
  changed(): Promise<void>;
}

export const COLLECTIONS: PartKey<CollectionVerbs> = { name: "collections" };
