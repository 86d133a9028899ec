/** Deletes expired objects: earlier versions of files, full outputs of tools, fetched pages, what was sent for imports, transcripts, recordings. */
import { KEPT_MS } from "../../voice/recordings.ts";
import { EXPIRING } from "./keys.ts";
import { pagesOf } from "./listing.ts";

const DAY = 24 * 60 * 60 * 1000;

const KEPT_FOR: readonly [prefix: string, ms: number][] = [
  [EXPIRING.versions, 30 * DAY],
  [EXPIRING.outputs, 7 * DAY],
  [EXPIRING.pages, 7 * DAY],
  [EXPIRING.importParts, 7 * DAY],
  [EXPIRING.transcripts, DAY],
  [EXPIRING.recordings, KEPT_MS],
];

/** Returns the number of objects. For a daily cron; safe to run at any time, and to interrupt. */
export async function expireObjects(
  bucket: R2Bucket,
  now: number,
  /** Called while it goes on. */
  heartbeat: () => Promise<void>,
): Promise<number> {
  let removed = 0;
  for (const [prefix, ms] of KEPT_FOR) {
    removed += await expirePrefix(bucket, prefix, now - ms);
    await heartbeat();
  }
  return removed;
}

async function expirePrefix(bucket: R2Bucket, prefix: string, before: number): Promise<number> {
  let removed = 0;
  for await (const page of pagesOf(bucket, prefix)) {
    const old = page.filter(({ uploaded }) => uploaded.getTime() < before).map(({ key }) => key);
    if (old.length > 0) await bucket.delete(old);
    removed += old.length;
  }
  return removed;
}
