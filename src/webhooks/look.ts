/**
 * Look of each minute: events of jobs and builds that ended, attempts whose job was lost when the machine died, and
 * deliveries that have been kept long enough.
 */
import { eventOfWork } from "./event.ts";
import type { EndedWorkStore, EndpointStore, WebhookDeliveryStore } from "./ports.ts";
import { attemptJob, type QueueDeps, queueEvents } from "./queue.ts";

export interface LookDeps extends QueueDeps {
  endpoints: EndpointStore;
  deliveries: WebhookDeliveryStore;
  endedWork: EndedWorkStore;
  now(): number;
}

/** Younger ones have a job on its way. */
const OVERDUE_MS = 60_000;
/** Work that ended longer ago is no news. */
const NEWS_MS = 3_600_000;
const KEPT_MS = 14 * 86_400_000;
const AT_ONCE = 50;
const MOST_WORK = 200;

export async function lookForWebhooks(deps: LookDeps): Promise<void> {
  const { deliveries, endedWork, now, enqueueAll } = deps;
  const ended = await endedWork.since(now() - NEWS_MS, MOST_WORK);
  await queueEvents(deps, ended.map(eventOfWork));
  const overdue = await deliveries.overdue(now() - OVERDUE_MS, AT_ONCE);
  if (overdue.length > 0) await enqueueAll(overdue.map(attemptJob));
  await deliveries.prune(now() - KEPT_MS);
}
