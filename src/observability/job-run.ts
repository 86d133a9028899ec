/** An attempt of a job, as exporters and counters get it. */

/** Ended attempt of a job. Times are ms since the epoch. */
export interface JobRun {
  id: string;
  kind: string;
  attempt: number;
  conversation_id?: string;
  result: "completed" | "held" | "failed" | "retrying";
  started_at: number;
  ended_at: number;
}
