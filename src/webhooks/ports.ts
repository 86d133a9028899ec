/** Ports of webhooks: their rows, and the reading of conversations. All methods reject when storage fails. */

import type { Principal } from "../domain/principal.ts";
import type { TurnHappening } from "../domain/webhook.ts";
import type { Endpoint, EndpointFields, EndpointId, WebhookDelivery } from "./endpoint.ts";

export interface EndpointStore {
  /** Newest first. */
  list(owner: string): Promise<Endpoint[]>;
  get(id: string): Promise<Endpoint | undefined>;
  /** Enabled endpoints of these people, and those for the whole instance. */
  listening(people: readonly string[]): Promise<Endpoint[]>;
  /** Throws `conflict` if the instance has no key of its own to seal the secret with. */
  create(endpoint: Endpoint, secret: string): Promise<void>;
  change(id: EndpointId, fields: Partial<EndpointFields>, now: number): Promise<Endpoint | undefined>;
  /** The present secret becomes the earlier one, which signs until then. */
  setSecret(id: EndpointId, secret: string, times: { now: number; previous_until: number }): Promise<void>;
  /** The present secret, and the earlier one while it is valid; empty if they cannot be unsealed. */
  secretsOf(id: EndpointId, now: number): Promise<string[]>;
  /** Turns it off with that reason. Returns false if it was off already. */
  disable(id: EndpointId, reason: string, now: number): Promise<boolean>;
  /** Removes its deliveries too. */
  remove(id: EndpointId): Promise<void>;
}

/** Outcome of one attempt, as stored. */
export type DeliveryChange = Pick<
  WebhookDelivery,
  "status" | "attempts" | "tries" | "next_at" | "http_status" | "took_ms" | "reason" | "excerpt"
>;

export interface WebhookDeliveryStore {
  /** Adds those that are not there yet, in one write. */
  add(deliveries: readonly WebhookDelivery[]): Promise<void>;
  get(id: string): Promise<WebhookDelivery | undefined>;
  /** Newest first. */
  list(
    endpoint: EndpointId,
    page: { limit: number; before?: string | undefined },
  ): Promise<WebhookDelivery[]>;
  /**
   * Records an attempt of the delivery as it was read, and the endpoint's state. False: another attempt was recorded
   * meanwhile.
   */
  settle(delivery: WebhookDelivery, change: DeliveryChange, now: number): Promise<boolean>;
  /** Queues the delivery as it was read once more. False: it has changed meanwhile. */
  requeue(delivery: WebhookDelivery, change: DeliveryChange): Promise<boolean>;
  /** Pending deliveries whose attempt was due before that time. */
  overdue(before: number, limit: number): Promise<WebhookDelivery[]>;
  /** Deletes what is older. */
  prune(before: number): Promise<void>;
}

/** A conversation with what happened in its turns. */
export interface HappenedIn {
  meta: {
    conversation_id: string;
    owner: string;
    room: string | null;
    parent: unknown;
  };
  /** Ids of the persons who have it in their lists. */
  readers: readonly string[];
  happened: readonly TurnHappening[];
}

/** A job or build of a person that came to its end. */
export interface EndedWork {
  type: "job.failed" | "build.ready";
  id: string;
  owner: string;
  /** Kind of a job, name of a capability. */
  name: string;
  version: number | null;
  conversation_id: string | null;
  at: number;
}

export interface EndedWorkStore {
  /** Jobs and builds that ended since then, of people with endpoints, and without deliveries. */
  since(at: number, limit: number): Promise<EndedWork[]>;
}

export interface Words {
  messages: { id: string; role: string; text: string }[];
  asks: { call_id: string; type: string; text: string }[];
}

/** Conversations, read with a person's rights. */
export interface ConversationReading {
  mayRead(principal: Principal, conversation_id: string): Promise<boolean>;
  /** Words of these messages and questions; what is gone or answered is left out. */
  words(
    principal: Principal,
    conversation_id: string,
    ids: { messages: readonly string[]; calls: readonly string[] },
  ): Promise<Words>;
}
