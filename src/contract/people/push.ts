/** Push subscriptions of browsers. */
import { z } from "zod";
import { type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

export const PushSubscriptionFields = () =>
  z.object({
    endpoint: z.url("the endpoint that the browser gave").max(1_000),
    /** Both as the browser gives them: `subscription.toJSON().keys`. */
    keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }),
    /** The person's name for the device. */
    device: z.string().trim().max(100).default(""),
  });

export const PushSubscriptionShape = namedSchema("PushSubscription", () =>
  z.object({
    id: z.string(),
    device: z.string(),
    /** Host of the push service. */
    service: z.string(),
    created_at: time(),
  }),
);

export const PushKeyShape = () => z.object({ public_key: z.string() });

export type PushSubscription = JsonOf<typeof PushSubscriptionShape>;
export type PushSubscriptionFields = SchemaInput<typeof PushSubscriptionFields>;
export type PushKey = JsonOf<typeof PushKeyShape>;
