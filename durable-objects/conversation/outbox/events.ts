/** What is told of a delivery that is settled, to readers and to the trail. */
import type { EventBody } from "../../../src/domain/events.ts";
import type { Delivery } from "../rows/deliveries.ts";

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
