/** The job that asks about one promise, reading it when it runs. */
import { z } from "zod";
import { defineJob, type JobHandler } from "../jobs/job.ts";
import type { Commitment } from "../memory/ports/model.ts";
import { commitmentLine } from "../memory/write/commitments.ts";
import { ASK_ABOUT, type AskDeps, askAbout } from "./ask.ts";

interface AskJobDeps extends AskDeps {
  commitment(owner: string, id: string): Promise<Commitment | undefined>;
}

const Payload = z.object({ id: z.string().max(100), due_at: z.number() });

export function createAskJob(deps: AskJobDeps): JobHandler {
  return defineJob({
    kind: ASK_ABOUT,
    schema: Payload,
    async run({ id, due_at }, { job }) {
      const promise = await deps.commitment(job.owner, id);
      if (promise?.status !== "open" || promise.due_at !== due_at)
        return "It was already done, dropped or moved.";
      // Worded as on its day, however late it is asked about.
      const line = commitmentLine(promise, due_at);
      return askAbout(deps, { id, due_at, line, owner: job.owner, conversation_id: job.conversation_id });
    },
  });
}
