/** Deliveries as people see them: delivered, being tried, or given up. */
import type { Delivery, DeliveryStatus } from "../rows/outgoing/deliveries.ts";

export interface DeliveryView {
  id: string;
  /** Null when an agent said it from another conversation. */
  turn_id: string | null;
  message_id: string;
  kind: string;
  status: DeliveryStatus;
  channel: string;
  thread: string | null;
  chunks: number;
  sent: number;
  platform_ids: (string | null)[];
  /** Reason why it waits or was given up. */
  reason: string | null;
  /** ISO 8601, as all times; null when nothing more is tried. */
  next_try_at: string | null;
  created_at: string;
  settled_at: string | null;
}

export interface DeliveryPage {
  /** Newest first. */
  items: DeliveryView[];
  next_cursor: string | null;
}

export function deliveryView(delivery: Delivery): DeliveryView {
  const { id, turn_id, message_id, kind, status, target, chunk_count, sent, platform_ids, reason } = delivery;
  const isOpen = delivery.settled_at === null;
  return {
    id,
    turn_id,
    message_id,
    kind,
    status,
    channel: target.channel,
    thread: target.thread ?? null,
    chunks: chunk_count,
    sent,
    platform_ids,
    reason,
    next_try_at: isOpen ? timeOf(delivery.next_at) : null,
    created_at: timeOf(delivery.created_at),
    settled_at: delivery.settled_at === null ? null : timeOf(delivery.settled_at),
  };
}

/** `found` has one more than `limit` when there are more. */
export function deliveryPage(found: readonly Delivery[], limit: number): DeliveryPage {
  const items = found.slice(0, limit).map(deliveryView);
  return { items, next_cursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
