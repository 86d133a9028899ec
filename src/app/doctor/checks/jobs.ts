/** Background work: a job that goes through the queue, and those that wait or have failed. */
import { ECHO } from "../../../doctor/echo-job.ts";
import { type CheckResult, fine, problem, warning } from "../../../doctor/finding.ts";
import { PRIORITIES } from "../../../jobs/job.ts";
import { FIRST_PERSON } from "../../../people/person.ts";
import { pause } from "../../../platform/pause.ts";
import type { Services } from "../services.ts";

const ARRIVES_WITHIN_MS = 12_000;
const LOOK_MS = 100;
const LATE_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

export async function queue({ jobs, now }: Services): Promise<CheckResult> {
  const began = now();
  const { id } = await jobs.enqueue({ kind: ECHO, owner: FIRST_PERSON, priority: PRIORITIES.awaited });
  while (now() - began < ARRIVES_WITHIN_MS) {
    if ((await jobs.store.get(id))?.status === "completed")
      return fine(`A job came back in ${now() - began} ms.`);
    await pause(LOOK_MS);
  }
  return problem(
    "A job did not come back within 12 seconds.",
    "Check the queues and their consumers in wrangler.toml; a deployment sets them up again.",
  );
}

export async function jobs({ env, now }: Services): Promise<CheckResult> {
  const counted = await env.DB.prepare(COUNT)
    .bind(now() - LATE_MS, now() - DAY_MS)
    .first<{
      late: number;
      failed: number;
    }>();
  const { late = 0, failed = 0 } = counted ?? {};
  if (late > 0)
    return warning(
      `${late} ${late === 1 ? "job has" : "jobs have"} been due for more than ten minutes.`,
      "See the Jobs page for what holds them up.",
    );
  if (failed > 0)
    return warning(
      `${failed} ${failed === 1 ? "job" : "jobs"} failed in the last day.`,
      "The Jobs page says why, and tries them again.",
    );
  return fine("Nothing is late, and nothing failed in the last day.");
}

const COUNT = `
SELECT SUM(status = 'pending' AND run_after < ?1) AS late, SUM(status = 'failed' AND finished_at > ?2) AS failed
FROM jobs WHERE status IN ('pending', 'failed')`;
