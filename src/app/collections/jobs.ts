/** Jobs of collections. */
import type { JobKind, NewJob } from "../../jobs/job.ts";

export const SYNC: JobKind = { name: "collections.sync", title: "Read a collection" };
export const SYNC_ALL: JobKind = {
  name: "collections.sync_all",
  title: "Keep collections in step",
  recurs: "hour",
};

/** `slice`: of a site that one job doesn't read to its end. A running job asks for the next, so its key differs. */
export function syncJob({ id, owner }: { id: string; owner: string }, slice = 0): NewJob {
  const dedupe_key = slice === 0 ? `collections.sync ${id}` : `collections.sync ${id} ${slice}`;
  return { kind: SYNC, owner, payload: { id, slice }, dedupe_key };
}
