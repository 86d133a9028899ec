/** Job that does nothing but end: it shows that the queue leads from here to a run and back. */
import { z } from "zod";
import { defineJob, type JobKind } from "../jobs/job.ts";

export const ECHO: JobKind = { name: "doctor.echo", title: "Check the queue", is_watch: true };

export const echoJob = defineJob({
  kind: ECHO,
  schema: z.unknown(),
  run: async () => "It arrived.",
});
