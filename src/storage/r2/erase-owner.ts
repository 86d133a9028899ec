/** All that one owner has in the bucket: files of the workspace, their versions, uploads, outputs of tools. */
import { keys } from "./keys.ts";

/** How many objects went. Safe to repeat and to interrupt. `heartbeat` says that it still goes on. */
export async function eraseObjectsOf(
  bucket: R2Bucket,
  owner: string,
  heartbeat: () => Promise<void>,
): Promise<number> {
  let removed = 0;
  for (const prefix of keys.allOf(owner)) {
    // From the beginning each time: what was listed is gone.
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
