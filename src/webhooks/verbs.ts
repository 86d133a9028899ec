/** Services of the webhooks part for its routes. */
import type { PartKey } from "../platform/part-key.ts";
import type { DeliverDeps } from "./deliver.ts";

export interface WebhookVerbs extends DeliverDeps {
  /** Fills the given bytes. */
  random(bytes: Uint8Array): void;
}

export const WEBHOOKS: PartKey<WebhookVerbs> = { name: "webhooks" };
