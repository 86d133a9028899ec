/** Span of one attempt of a job. */
import type { JobRun } from "../job-run.ts";
import { SPAN_KIND, type Span } from "./otlp.ts";
import { spanIdOf, traceIdOf } from "./trace-context.ts";

export async function jobSpan(run: JobRun): Promise<Span> {
  const isBroken = run.result === "failed" || run.result === "retrying";
  return {
    trace_id: await traceIdOf(run.id),
    span_id: await spanIdOf(`${run.id}:${run.attempt}`),
    name: `job ${run.kind}`,
    kind: SPAN_KIND.consumer,
    start: run.started_at,
    end: run.ended_at,
    attributes: {
      "nightjar.job.id": run.id,
      "nightjar.job.kind": run.kind,
      "nightjar.job.attempt": run.attempt,
      "nightjar.job.result": run.result,
      "gen_ai.conversation.id": run.conversation_id,
      "error.type": isBroken ? run.result : undefined,
    },
    ...(isBroken && { error: run.result }),
  };
}
