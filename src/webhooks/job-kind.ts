/** Kind of the jobs that send events. */
import type { JobKind } from "../jobs/job.ts";

export const DELIVER: JobKind = {
  name: "webhooks.deliver",
  title: "Send an event to a webhook",
  // The log of deliveries shows each one.
  is_watch: true,
};
