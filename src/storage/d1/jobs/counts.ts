/** Statistics of jobs in D1: by kind and state, and by when they were added, began and ended. */
import { firstIdAt } from "../../../domain/ids.ts";
import type { JobCounts } from "../../../jobs/ports.ts";

const NOW = `
SELECT kind, status, COUNT(*) AS count FROM jobs
WHERE status IN ('pending', 'running') AND (?1 IS NULL OR owner = ?1) GROUP BY kind, status`;

/**
 * D1 binds every number as a fraction, which would give fractional slots. Ids sort by creation time: only the
 * newest rows are read, and the few whose id is derived from an hour or a day.
 */
const SINCE = `
SELECT kind, status, created_at / CAST(?3 AS INTEGER) AS created, started_at / CAST(?3 AS INTEGER) AS started,
  finished_at / CAST(?3 AS INTEGER) AS finished, COUNT(*) AS count
FROM jobs WHERE id >= ?2 AND created_at >= ?4 AND (?1 IS NULL OR owner = ?1) GROUP BY 1, 2, 3, 4, 5`;

export async function countJobs(
  db: D1Database,
  { owner = null }: { owner?: string | null },
  { from, slot_ms }: { from: number; slot_ms: number },
): Promise<JobCounts> {
  const [now, since] = await Promise.all([
    db.prepare(NOW).bind(owner).all<JobCounts["now"][number]>(),
    db.prepare(SINCE).bind(owner, firstIdAt("job", from), slot_ms, from).all<JobCounts["since"][number]>(),
  ]);
  return { now: now.results, since: since.results };
}
