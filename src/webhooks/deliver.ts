/**
 * Delivers one event: asks who may see it, sends it, and records the outcome. If the machine dies after the send, the
 * event is sent again under the same `webhook-id`.
 */
import type { Principal } from "../domain/principal.ts";
import { type AttemptDeps, type AttemptOutcome, attempt } from "./attempt.ts";
import type { AttemptWish, Deliverer } from "./deliver-job.ts";
import type { Endpoint, WebhookDelivery } from "./endpoint.ts";
import type { ConversationReading, DeliveryChange, EndpointStore, WebhookDeliveryStore } from "./ports.ts";
import { attemptJob, type QueueDeps } from "./queue.ts";
import { nextAttempt } from "./retry.ts";
import { bodyOf } from "./words.ts";

export interface DeliverDeps extends AttemptDeps, Pick<QueueDeps, "enqueueAll"> {
  endpoints: EndpointStore;
  deliveries: WebhookDeliveryStore;
  reading: ConversationReading;
  /** The endpoint's owner with their present rights; undefined if they may not use this instance any more. */
  personOf(owner: string): Promise<Principal | undefined>;
  /** Share, from 0 to 1. */
  chance(): number;
  /** Tells the owner that Nightjar turned the endpoint off. */
  tellDisabled(endpoint: Endpoint, reason: string): Promise<void>;
}

export function createDeliverer(deps: DeliverDeps): Deliverer {
  return {
    async run({ delivery_id, tries }) {
      const delivery = await deps.deliveries.get(delivery_id);
      if (delivery?.status !== "pending") return "It has come to its end already.";
      if (delivery.tries === tries) return deliver(deps, delivery);
      // An earlier run was cut off after it had recorded its attempt.
      await deps.enqueueAll([attemptJob(delivery)]);
      return "This attempt was made already.";
    },
    over: (asked, reason) => giveUp(deps, asked, reason),
  };
}

async function giveUp(deps: DeliverDeps, { delivery_id, tries }: AttemptWish, reason: string): Promise<void> {
  const delivery = await deps.deliveries.get(delivery_id);
  if (delivery?.status !== "pending" || delivery.tries !== tries) return;
  await deps.deliveries.settle(delivery, { ...ended(delivery), status: "failed", reason }, deps.now());
}

async function deliver(deps: DeliverDeps, delivery: WebhookDelivery): Promise<string> {
  const endpoint = await deps.endpoints.get(delivery.endpoint_id);
  const ready = await prepared(deps, endpoint, delivery);
  if ("refusal" in ready) return drop(deps, delivery, ready.refusal);
  const outcome = await attempt(deps, { ...ready, delivery });
  const change = changeBy(deps, delivery, outcome);
  if (!(await deps.deliveries.settle(delivery, change, deps.now()))) return "Another attempt was made.";
  if (change.status === "pending") await deps.enqueueAll([attemptJob({ ...delivery, ...change })]);
  if (change.status === "failed") await considerDisabling(deps, ready.endpoint, outcome);
  return change.reason ?? "Delivered.";
}

/** The endpoint, and what may be sent there; or the reason to send nothing. */
async function prepared(
  deps: DeliverDeps,
  endpoint: Endpoint | undefined,
  delivery: WebhookDelivery,
): Promise<{ endpoint: Endpoint; secrets: string[]; body: string } | { refusal: string }> {
  if (!endpoint?.enabled) return { refusal: "The endpoint was turned off or removed." };
  const person = await deps.personOf(endpoint.owner);
  if (!person) return { refusal: "The endpoint's owner may not use this instance any more." };
  if (endpoint.scope === "instance" && person.role !== "admin")
    return { refusal: "Only an operator may receive the events of everybody." };
  const body = await bodyOf(deps.reading, { person, endpoint, delivery });
  if (body === undefined)
    return { refusal: "The endpoint's owner may not read this conversation, or it is gone." };
  const secrets = await deps.endpoints.secretsOf(endpoint.id, deps.now());
  if (secrets.length === 0) return { refusal: "The endpoint's secret can't be read. Create a new one." };
  return { endpoint, secrets, body };
}

async function drop(deps: DeliverDeps, delivery: WebhookDelivery, reason: string): Promise<string> {
  await deps.deliveries.settle(delivery, { ...ended(delivery), status: "dropped", reason }, deps.now());
  return reason;
}

function changeBy(
  { now, chance }: DeliverDeps,
  delivery: WebhookDelivery,
  outcome: AttemptOutcome,
): DeliveryChange {
  const { http_status, took_ms, excerpt } = outcome;
  const attempts = delivery.attempts + 1;
  const made = { attempts, tries: delivery.tries + 1, next_at: null, http_status, took_ms, excerpt };
  if (outcome.status === "delivered") return { ...made, status: "delivered", reason: null };
  const { reason } = outcome;
  if (outcome.status === "gone") return { ...made, status: "failed", reason };
  const next_at = nextAttempt(attempts, { now: now(), after_ms: outcome.after_ms, random: chance });
  if (next_at === undefined) return { ...made, status: "failed", reason };
  return { ...made, status: "pending", reason, next_at };
}

/** The delivery's state, without a further attempt. */
function ended({ attempts, tries, http_status, took_ms, excerpt }: WebhookDelivery) {
  return { attempts, tries: tries + 1, next_at: null, http_status, took_ms, excerpt };
}

/** An endpoint that never succeeded for this long is turned off when a delivery has failed for good. */
const FAILING_MS = 3 * 86_400_000;

async function considerDisabling(
  deps: DeliverDeps,
  { id }: Endpoint,
  outcome: AttemptOutcome,
): Promise<void> {
  const endpoint = await deps.endpoints.get(id);
  if (!endpoint) return;
  const since = endpoint.failing_since ?? deps.now();
  const isGone = outcome.status === "gone";
  if (!isGone && deps.now() - since < FAILING_MS) return;
  const reason = isGone
    ? "The endpoint answered 410: it wants no more events."
    : "All attempts of the last three days failed.";
  if (await deps.endpoints.disable(id, reason, deps.now())) await deps.tellDisabled(endpoint, reason);
}
