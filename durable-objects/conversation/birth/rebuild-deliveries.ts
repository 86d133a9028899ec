/** Deliveries of a rebuilt conversation: what arrived is known from the trail; of what was under way nothing is. */
import { timeOfId } from "../../../src/domain/ids.ts";
import { deliveryEvent } from "../outbox/events.ts";
import { failed } from "../outbox/steps.ts";
import { Deliveries } from "../rows/deliveries.ts";
import type { Store } from "../rows/store.ts";
import type { Tables } from "../sql/sql.ts";
import type { DeliveryEvent } from "./rebuild-fold.ts";

/** As the event tells it; what a row knows beyond that, its text above all, stays. */
export function putSettled(sql: Tables, event: DeliveryEvent): void {
  const { delivery_id, turn_id, message_id, kind, channel, thread, status, chunks, sent, reason } = event;
  const at = Date.parse(event.ts);
  const created_at = timeOfId(delivery_id) ?? at;
  const target = { channel, sender: "", ...(thread !== null && { thread }) };
  sql.run(
    `INSERT INTO deliveries (id, turn_id, message_id, kind, target, status, chunks, chunk_count, sent, platform_ids,
       texts, doubts, doubt_at, tries, next_at, since, reason, created_at, settled_at)
     VALUES (?, ?, ?, ?, ?, ?, '[]', ?, ?, ?, 0, 0, NULL, 0, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, sent = excluded.sent, reason = excluded.reason,
       platform_ids = excluded.platform_ids, settled_at = excluded.settled_at`,
    delivery_id,
    turn_id ?? "",
    message_id,
    kind,
    JSON.stringify(target),
    status,
    chunks,
    sent,
    JSON.stringify(event.platform_ids),
    at,
    created_at,
    reason,
    created_at,
    at,
  );
}

const IN_DOUBT =
  "The conversation was rebuilt while this was being delivered: it may have arrived. Look there, and send it again if it is missing.";

/** To send them again by guess might say everything twice: a person decides. Part of the rebuild's last commit. */
export function closeDoubtful({ sql, log }: Store, now: number): void {
  const deliveries = new Deliveries(sql);
  for (const delivery of deliveries.open()) {
    const closed = failed(delivery, IN_DOUBT, now);
    deliveries.save(closed);
    log.append(deliveryEvent(closed), delivery.turn_id, now);
  }
}
