/** Queue of the events that conversations tell webhooks of. Loaded when a turn first ends. */
import { openDatabase } from "../../storage/d1/database.ts";
import { D1WebhookDeliveryStore } from "../../storage/d1/webhooks/deliveries.ts";
import { D1EndpointStore } from "../../storage/d1/webhooks/endpoints.ts";
import { eventsIn } from "../../webhooks/event.ts";
import type { HappenedIn } from "../../webhooks/ports.ts";
import { queueEvents } from "../../webhooks/queue.ts";
import type { House } from "../house.ts";

/** Durable once it resolves; idempotent. */
export function tellWebhooks(
  { env, jobs, sealer }: Pick<House, "env" | "jobs" | "sealer">,
  batches: readonly HappenedIn[],
): Promise<void> {
  const db = openDatabase(env.DB);
  const deps = {
    endpoints: new D1EndpointStore(db, sealer),
    deliveries: new D1WebhookDeliveryStore(db),
    enqueueAll: (added: Parameters<House["jobs"]["enqueueAll"]>[0]) => jobs.enqueueAll(added),
  };
  return queueEvents(deps, batches.flatMap(eventsIn));
}
