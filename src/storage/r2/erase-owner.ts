/**
 * Deletes all of one owner's objects in the bucket: workspace files, their versions, uploads, outputs of
 * tools.
 */
import { keys } from "./keys.ts";

/** Returns the number of objects. Safe to repeat and to interrupt. Calls `heartbeat` while it goes on. */
export async function eraseObjectsOf(
  bucket: R2Bucket,
  owner: string,
  heartbeat: () => Promise<void>,
): Promise<number> {
  let removed = 0;
  for (const prefix of keys.allOf(owner)) {
    // Lists from the beginning each time, because the listed objects are deleted.
    for (;;) {
      const { objects } = await bucket.list({ prefix });
      if (objects.length === 0) break;
      await bucket.delete(objects.map(({ key }) => key));
      removed += objects.length;
      await heartbeat();
    }
  }
  return removed;
}
