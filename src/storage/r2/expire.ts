/** Deletes expired objects: earlier versions of files, full outputs of tools, fetched pages, what was sent for imports; and what was spoken. */
import { KEPT_MS } from "../../voice/recordings.ts";
import { EXPIRING } from "./keys.ts";
import { pagesOf } from "./listing.ts";

const DAY = 24 * 60 * 60 * 1000;

type Kept = readonly [prefix: string, ms: number];

const SPOKEN: readonly Kept[] = [[EXPIRING.recordings, KEPT_MS]];

const KEPT_FOR: readonly Kept[] = [
  [EXPIRING.versions, 30 * DAY],
  [EXPIRING.outputs, 7 * DAY],
  [EXPIRING.pages, 7 * DAY],
  [EXPIRING.importParts, 7 * DAY],
  [EXPIRING.transcripts, DAY],
  ...SPOKEN,
];

/** Returns the number of objects; calls `heartbeat` while it goes on. For a daily cron; safe to run at any time, and to interrupt. */
export function expireObjects(
  bucket: R2Bucket,
  now: number,
  heartbeat: () => Promise<void>,
): Promise<number> {
  return expire(bucket, { kept: KEPT_FOR, now }, heartbeat);
}

/** Deletes recordings whose day is over. For the hour in which that happens; else as `expireObjects`. */
export function expireSpoken(bucket: R2Bucket, now: number, heartbeat: () => Promise<void>): Promise<number> {
  return expire(bucket, { kept: SPOKEN, now }, heartbeat);
}

async function expire(
  bucket: R2Bucket,
  { kept, now }: { kept: readonly Kept[]; now: number },
  heartbeat: () => Promise<void>,
): Promise<number> {
  let removed = 0;
  for (const [prefix, ms] of kept) {
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
