/** Jobs of collections. */
import type { JobKind, NewJob } from "../../jobs/job.ts";

export const SYNC: JobKind = { name: "collections.sync", title: "Read a collection" };
export const SYNC_ALL: JobKind = {
  name: "collections.sync_all",
  title: "Keep collections in step",
  recurs: "hour",
};

export function syncJob({ id, owner }: { id: string; owner: string }): NewJob {
  return { kind: SYNC, owner, payload: { id }, dedupe_key: `collections.sync ${id}` };
}
