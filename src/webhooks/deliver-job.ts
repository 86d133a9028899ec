/** The job of one attempt. Its code is loaded when the first one runs. */
import { z } from "zod";
import { defineJob, type JobHandler } from "../jobs/job.ts";
import { DELIVER } from "./job-kind.ts";

const AttemptShape = z.object({ delivery_id: z.string().max(100), tries: z.number().int().min(0) });

export type AttemptWish = z.output<typeof AttemptShape>;

export interface Deliverer {
  run(asked: AttemptWish): Promise<string>;
  /** Ends the delivery whose job has failed for good. */
  over(asked: AttemptWish, reason: string): Promise<void>;
}

export function createDeliverJob(deliverer: () => Promise<Deliverer>): JobHandler {
  return defineJob({
    kind: DELIVER,
    schema: AttemptShape,
    run: async (asked) => (await deliverer()).run(asked),
    over: async (asked, _job, { reason }) => (await deliverer()).over(asked, reason),
  });
}
