/** Webhooks as a part of the Worker: endpoints of other services, and the events that are sent to them. */
import { jsonFile } from "../../export/archive.ts";
import { webhookDeliveries, webhookEndpoints } from "../../storage/d1/schema/webhooks.ts";
import { createDeliverJob } from "../../webhooks/deliver-job.ts";
import type { WebhookKit, WebhookVerbs } from "../../webhooks/verbs.ts";
import { definePart } from "../part.ts";
import { webhookDeliveryRoutes } from "./routes/deliveries.ts";
import { endpointRoutes } from "./routes/endpoints.ts";
import { NEEDS } from "./services.ts";

export const webhooksPart = definePart<WebhookVerbs, typeof NEEDS>({
  name: "webhooks",
  routes: [...endpointRoutes, ...webhookDeliveryRoutes],
  owned: [webhookDeliveries, webhookEndpoints],
  needs: NEEDS,
  open(services) {
    let made: WebhookKit | undefined;
    const kit = async () => {
      const { createWebhookKit } = await import("./kit.ts");
      made ??= createWebhookKit(services);
      return made;
    };
    return {
      verbs: { kit },
      jobs: [createDeliverJob(kit)],
      minutely: async () => (await kit()).look(),
      async *archive({ owner }) {
        const own = await (await kit()).endpoints.list(owner);
        const items = own.map(({ owner: _, hint: _hint, ...item }) => item);
        yield jsonFile("webhook-endpoints.json", { left_out: LEFT_OUT, items });
      },
    };
  },
});

const LEFT_OUT =
  "The secrets of endpoints: they are encrypted and never shown. Each endpoint needs a new one elsewhere.";
