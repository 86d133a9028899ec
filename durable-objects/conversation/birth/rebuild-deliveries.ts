/**
 * Deliveries of a rebuilt conversation: the trail tells which have arrived, but nothing of those that were
 * under way.
 */
import { timeOfId } from "../../../src/domain/ids.ts";
import type { Tables } from "../../sql/tables.ts";
import { deliveryEvent } from "../outbox/events.ts";
import { failDelivery } from "../outbox/steps/steps.ts";
import { Deliveries } from "../rows/outgoing/deliveries.ts";
import type { Store } from "../rows/store.ts";
import type { DeliveryEvent } from "./rebuild-fold.ts";

/**
 * Stores a delivery as its event tells it; whatever an existing row knows beyond that stays, above all its
 * text.
 */
export function putSettled(sql: Tables, event: DeliveryEvent): void {
  const { delivery_id, turn_id, message_id, kind, channel, thread, status, chunks, sent, reason } = event;
  const at = Date.parse(event.ts);
  const created_at = timeOfId(delivery_id) ?? at;
  const target = { channel, sender: "", ...(thread !== null && { thread }) };
  const when = { next_at: at, since: created_at, created_at, settled_at: at };
  const of = { id: delivery_id, turn_id, message_id, kind, target };
  const { platform_ids } = event;
  new Deliveries(sql).putTold({ ...of, ...when, status, chunk_count: chunks, sent, platform_ids, reason });
}

const IN_DOUBT =
  "The conversation was rebuilt while this was being delivered: it may have arrived. Look there, and send it again if it is missing.";

/**
 * Fails open deliveries: sending them again could say everything twice, so a person decides. Part of the
 * rebuild's last commit.
 */
export function closeDoubtful({ sql, log }: Store, now: number): void {
  const deliveries = new Deliveries(sql);
  for (const delivery of deliveries.open()) {
    const closed = failDelivery(delivery, IN_DOUBT, now);
    deliveries.save(closed);
    log.append(deliveryEvent(closed), delivery.turn_id, now);
  }
}
