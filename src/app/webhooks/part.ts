/** Webhooks as a part of the Worker: endpoints of other services, and the events that are sent to them. */
import { jsonFile } from "../../export/archive.ts";
import type { NewJob } from "../../jobs/job.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { webhookDeliveries, webhookEndpoints } from "../../storage/d1/schema/webhooks.ts";
import { D1WebhookDeliveryStore } from "../../storage/d1/webhooks/deliveries.ts";
import { D1EndedWork } from "../../storage/d1/webhooks/ended-work.ts";
import { D1EndpointStore } from "../../storage/d1/webhooks/endpoints.ts";
import { createDeliverJob } from "../../webhooks/deliver.ts";
import type { Endpoint } from "../../webhooks/endpoint.ts";
import { lookForWebhooks } from "../../webhooks/look.ts";
import type { WebhookVerbs } from "../../webhooks/verbs.ts";
import { OPERATOR } from "../http/authentication/authenticate.ts";
import { definePart } from "../part.ts";
import { readingOf } from "./reading.ts";
import { webhookDeliveryRoutes } from "./routes/deliveries.ts";
import { endpointRoutes } from "./routes/endpoints.ts";
import { NEEDS, type Services } from "./services.ts";

const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);

export const webhooksPart = definePart<WebhookVerbs, typeof NEEDS>({
  name: "webhooks",
  routes: [...endpointRoutes, ...webhookDeliveryRoutes],
  owned: [webhookDeliveries, webhookEndpoints],
  needs: NEEDS,
  open(services) {
    const verbs = webhookVerbs(services);
    const endedWork = new D1EndedWork(openDatabase(services.env.DB));
    return {
      verbs,
      jobs: [createDeliverJob(verbs)],
      minutely: () => lookForWebhooks({ ...verbs, endedWork }),
      async *archive({ owner }) {
        const items = (await verbs.endpoints.list(owner)).map(({ owner: _, hint: _hint, ...item }) => item);
        yield jsonFile("webhook-endpoints.json", { left_out: LEFT_OUT, items });
      },
    };
  },
});

const LEFT_OUT =
  "The secrets of endpoints: they are encrypted and never shown. Each endpoint needs a new one elsewhere.";

function webhookVerbs(services: Services): WebhookVerbs {
  const { env, sealer, jobs, people, guard, now } = services;
  const db = openDatabase(env.DB);
  return {
    endpoints: new D1EndpointStore(db, sealer),
    deliveries: new D1WebhookDeliveryStore(db),
    reading: readingOf(services),
    enqueueAll: (added: readonly NewJob[]) => jobs.enqueueAll(added),
    personOf: (owner) => people.standing({ ...OPERATOR, owner }),
    tellDisabled: (endpoint, reason) => tellDisabled(services, endpoint, reason),
    chance: Math.random,
    guard,
    now,
    random,
  };
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
