/** Services of the webhooks part for its routes. */
import type { PartKey } from "../platform/part-key.ts";
import type { DeliverDeps } from "./deliver.ts";
import type { Deliverer } from "./deliver-job.ts";

export interface WebhookKit extends DeliverDeps, Deliverer {
  /** Fills the given bytes. */
  random(bytes: Uint8Array): void;
  /** Look of each minute. */
  look(): Promise<void>;
}

export interface WebhookVerbs {
  /** Loaded when it is first asked for. */
  kit(): Promise<WebhookKit>;
}

export const WEBHOOKS: PartKey<WebhookVerbs> = { name: "webhooks" };
