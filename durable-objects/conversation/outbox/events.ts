/** What is told of a delivery that is settled, to readers, to the trail and to the log. */
import { CHANNELS } from "../../../src/channels/kinds.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { Delivery } from "../rows/outgoing/deliveries.ts";

export function deliveryEvent(delivery: Delivery): Extract<EventBody, { type: "delivery" }> {
  const {
    id: delivery_id,
    message_id,
    kind,
    target,
    status,
    chunk_count,
    sent,
    platform_ids,
    reason,
  } = delivery;
  return {
    type: "delivery",
    delivery_id,
    message_id,
    kind,
    channel: target.channel,
    thread: target.thread ?? null,
    status: status === "sent" ? "sent" : "failed",
    chunks: chunk_count,
    sent,
    platform_ids,
    reason,
  };
}

/** What conversations tell each other is not for people to send again: who waits for it hears that it failed. */
export function noticesOf({ status, target, reason, kind }: Delivery): EventBody[] {
  // It stands where it was said.
  if (status !== "failed" || kind === "mirror" || CHANNELS[target.channel].peers === "agents") return [];
  const text = `This could not be delivered to ${CHANNELS[target.channel].label}: ${reason}`;
  return [{ type: "notice", level: "warning", text }];
}

export function logDelivery(
  log: Log,
  conversation: string,
  { delivery, now }: { delivery: Delivery; now: number },
): void {
  const { id, turn_id, status, chunk_count, target, sent, reason } = delivery;
  const fields = { conversation, turn: turn_id, delivery: id, channel: target.channel };
  const took_ms = now - delivery.since;
  if (status === "sent") log.info("delivered", { ...fields, chunks: chunk_count, took_ms });
  else log.warn("undeliverable", { ...fields, sent, chunks: chunk_count, took_ms, reason });
}
