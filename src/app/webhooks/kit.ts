/** Stores and code of webhooks, loaded when an endpoint is first asked for or an event is sent. */
import type { NewJob } from "../../jobs/job.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { D1WebhookDeliveryStore } from "../../storage/d1/webhooks/deliveries.ts";
import { D1EndedWork } from "../../storage/d1/webhooks/ended-work.ts";
import { D1EndpointStore } from "../../storage/d1/webhooks/endpoints.ts";
import { createDeliverer } from "../../webhooks/deliver.ts";
import type { Endpoint } from "../../webhooks/endpoint.ts";
import { lookForWebhooks } from "../../webhooks/look.ts";
import type { WebhookKit } from "../../webhooks/verbs.ts";
import { OPERATOR } from "../http/authentication/authenticate.ts";
import { readingOf } from "./reading.ts";
import type { Services } from "./services.ts";

const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);

export function createWebhookKit(services: Services): WebhookKit {
  const { env, sealer, jobs, people, guard, now } = services;
  const db = openDatabase(env.DB);
  const deps = {
    endpoints: new D1EndpointStore(db, sealer),
    deliveries: new D1WebhookDeliveryStore(db),
    reading: readingOf(services),
    enqueueAll: (added: readonly NewJob[]) => jobs.enqueueAll(added),
    personOf: (owner: string) => people.standing({ ...OPERATOR, owner }),
    tellDisabled: (endpoint: Endpoint, reason: string) => tellDisabled(services, endpoint, reason),
    chance: Math.random,
    guard,
    now,
    random,
  };
  const endedWork = new D1EndedWork(db);
  return { ...deps, ...createDeliverer(deps), look: () => lookForWebhooks({ ...deps, endedWork }) };
}

/** Tells the owner in a conversation of their own, and where they are reached. */
async function tellDisabled(
  { frontDoor, people, now, log }: Services,
  { id, name, owner }: Endpoint,
  reason: string,
): Promise<void> {
  const principal = await people.standing({ ...OPERATOR, owner });
  if (!principal) return;
  const told = await frontDoor.enter({
    principal,
    to: { new: { channel: "web", agent: null, title: "Webhooks", key: ["webhook endpoint", id] } },
    inbound: {
      type: "notice",
      key: `${id}:disabled:${now()}`,
      source: { channel: "system", sender: id, sender_name: "Webhooks" },
      is_for_person: true,
      text: `Nightjar turned off the webhook "${name}". ${reason} Tell the person, and that they can turn it on again on the page Hooks.`,
    },
    background: (work) =>
      void work.catch((problem) => log.warn("webhook_not_told", { problem: String(problem) })),
  });
  if (!told.ok) log.warn("webhook_not_told", { problem: told.failure.reason });
}
