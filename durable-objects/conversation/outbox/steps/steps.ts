/**
 * State transitions of a delivery, as pure functions over its row and the time. A send is counted before it
 * leaves. On a platform without idempotency keys, a chunk whose outcome was unknown twice is not sent a third
 * time: nobody gets more than one duplicate.
 */
import type { ChannelLimits, DeliveryResult } from "../../../../src/channels/channel.ts";
import type { Delivery } from "../../rows/outgoing/deliveries.ts";

const MOST_DOUBTS = 2;
/** Pause before the one retry of a chunk that may have arrived: long enough for a short network failure. */
const DOUBT_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
export const GIVE_UP_AFTER_MS = 6 * 3_600_000;

/** The time at which an attempt ended, and the limits of its platform. */
interface TryContext {
  now: number;
  limits: ChannelLimits;
  paces: { delivery_retry_ms: number };
}

/** The preview's message that takes the current chunk; undefined: the chunk becomes a new message. */
export function grownInto({ grown, sent, chunks }: Delivery): string | undefined {
  if (grown?.state !== "known" || sent !== chunks.findIndex(({ type }) => type === "text")) return undefined;
  return grown.platform_id;
}

/**
 * Idempotency key of the current chunk, the same on each send. A chunk that could not go into its preview
 * gets another.
 */
export function keyOf({ id, sent, grown }: Delivery): string {
  return grown?.state === "gone" ? `${id}:new:${sent}` : `${id}:${sent}`;
}

/**
 * The chunk is about to leave: its outcome is unknown until the platform answers. Edits are idempotent and
 * leave no doubt.
 */
export function beginAttempt(delivery: Delivery, now: number): Delivery {
  if (grownInto(delivery) !== undefined) return delivery;
  return { ...delivery, doubts: delivery.doubts + 1, doubt_at: delivery.doubt_at ?? now };
}

/** Reason why the current chunk may not be sent (again), if so. */
export function refusal(delivery: Delivery, limits: ChannelLimits, now: number): string | undefined {
  const { doubts, doubt_at } = delivery;
  const isRecognised = doubt_at !== null && now - doubt_at < limits.keyed_for_ms;
  if (doubts < MOST_DOUBTS || isRecognised) return undefined;
  return "The platform did not confirm it, twice: it may have arrived. Look there, and send it again if it is missing.";
}

/** The state after an attempt, to which `begun` was applied before. */
export function applyAttempt(delivery: Delivery, result: DeliveryResult, context: TryContext): Delivery {
  const { now, paces, limits } = context;
  if (grownInto(delivery) !== undefined) return edited(delivery, result, context);
  switch (result.status) {
    case "sent": {
      const { platform_id } = result;
      const isOld = delivery.grown?.state === "begun" && limits.keyed_for_ms > 0 && platform_id !== null;
      // The message that the key identified may be an earlier one, with its old text.
      if (isOld) return { ...delivery, doubts: 0, doubt_at: null, grown: { state: "known", platform_id } };
      return acknowledged(delivery, platform_id, now);
    }
    case "later": {
      const pause = result.retry_after_ms ?? pauseBefore(delivery, paces);
      return postponed(resolved(delivery), result.reason, { pause, now });
    }
    case "unknown":
      return inDoubt(delivery, result.reason, context);
    case "failed":
      return failDelivery(resolved(delivery), result.reason, now);
  }
}

function edited(delivery: Delivery, result: DeliveryResult, { now, paces }: TryContext): Delivery {
  if (result.status === "sent") return acknowledged(delivery, result.platform_id, now);
  // Somebody has deleted it, or it can no longer be edited.
  if (result.status === "failed") return { ...delivery, grown: { state: "gone" }, tries: 0, next_at: now };
  const requested_ms = result.status === "later" ? result.retry_after_ms : undefined;
  return postponed(delivery, result.reason, { pause: requested_ms ?? pauseBefore(delivery, paces), now });
}

function acknowledged(delivery: Delivery, platform_id: string | null, now: number): Delivery {
  const { chunk_count, platform_ids } = delivery;
  const next = {
    ...delivery,
    sent: delivery.sent + 1,
    platform_ids: [...platform_ids, platform_id],
    doubts: 0,
    doubt_at: null,
    tries: 0,
    next_at: now,
    reason: null,
  };
  return next.sent < chunk_count ? next : { ...next, status: "sent", chunks: [], settled_at: now };
}

/** The platform has said that it did not accept it. */
function resolved(delivery: Delivery): Delivery {
  const doubts = delivery.doubts - 1;
  return { ...delivery, doubts, doubt_at: doubts > 0 ? delivery.doubt_at : null };
}

/** The chunk was looked for and is not there: it may be sent as if for the first time. */
export function markNotArrived(delivery: Delivery): Delivery {
  const grown = delivery.grown?.state === "begun" ? null : delivery.grown;
  return { ...delivery, doubts: 0, doubt_at: null, grown };
}

/** The platform cannot yet say whether the chunk arrived, so it is not sent before. */
export function notYet(
  delivery: Delivery,
  { reason, retry_after_ms }: { reason: string; retry_after_ms?: number },
  { now, paces }: TryContext,
): Delivery {
  return postponed(delivery, reason, { pause: retry_after_ms ?? pauseBefore(delivery, paces), now });
}

function inDoubt(delivery: Delivery, reason: string, { now, limits, paces }: TryContext): Delivery {
  const pause = limits.keyed_for_ms > 0 ? pauseBefore(delivery, paces) : DOUBT_PAUSE_MS;
  const next = postponed(delivery, reason, { pause, now });
  const why = refusal(next, limits, now);
  return why === undefined ? next : failDelivery(delivery, `${why} (${reason})`, now);
}

/** Pause before the next attempt when the platform gave none. */
function pauseBefore({ tries }: Delivery, { delivery_retry_ms }: TryContext["paces"]): number {
  return Math.min(delivery_retry_ms * 2 ** tries, LONGEST_PAUSE_MS);
}

function postponed(
  delivery: Delivery,
  reason: string,
  { pause, now }: { pause: number; now: number },
): Delivery {
  const tries = delivery.tries + 1;
  const next_at = now + Math.round(Math.max(pause, 0) * (1 + spreadOf(delivery) / 4));
  const next = { ...delivery, tries, next_at, reason };
  if (next_at - delivery.since <= GIVE_UP_AFTER_MS) return next;
  return failDelivery(next, `${reason} Nightjar gave up after ${hours(now - delivery.since)}.`, now);
}

/** A failed recording is no loss, because its text has arrived. */
export function failDelivery(delivery: Delivery, reason: string, now: number): Delivery {
  if (delivery.chunks[delivery.sent]?.type === "speech") return unspoken(delivery, now);
  return { ...delivery, status: "failed", reason, settled_at: now };
}

/** A recording comes last. */
function unspoken(delivery: Delivery, now: number): Delivery {
  const settled = { status: "sent" as const, chunks: [], chunk_count: delivery.sent, settled_at: now };
  return { ...delivery, ...settled, doubts: 0, doubt_at: null, reason: null };
}

/** A person retries it: from the first unacknowledged chunk. */
export function reopenDelivery(delivery: Delivery, now: number): Delivery {
  return {
    ...delivery,
    status: "pending",
    doubts: 0,
    doubt_at: null,
    tries: 0,
    next_at: now,
    since: now,
    reason: null,
    settled_at: null,
  };
}

/** Spread from 0 to 1, so that conversations rejected together do not come back together. */
function spreadOf({ id }: Delivery): number {
  return Number.parseInt(id.slice(-2), 36) / (36 * 36);
}

function hours(ms: number): string {
  const count = Math.round(ms / 3_600_000);
  return count < 1 ? "less than an hour" : count === 1 ? "an hour" : `${count} hours`;
}
