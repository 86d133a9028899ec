/** Events and log lines about a settled delivery. */
import type { ChannelKind } from "../../../src/channels/kind.ts";
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

/**
 * `to`: the kind of channel it was for. Failures between conversations are no notices for people: the waiting
 * conversation learns of the failure.
 */
export function noticesOf({ status, reason, kind }: Delivery, to: ChannelKind): EventBody[] {
  // A mirror's original stands where it was said.
  if (status !== "failed" || kind === "mirror" || to.peers === "agents") return [];
  const text = `This could not be delivered to ${to.label}: ${reason}`;
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
