/**
 * The commit that ends a delivery: its outcome and its `delivery` event, with a notice when the reply did not
 * arrive.
 */
import type { NightjarEvent } from "../../../src/domain/events.ts";
import { Deliveries, type Delivery } from "../rows/outgoing/deliveries.ts";
import { afterWork } from "../rows/schema/outgoing.ts";
import type { Store } from "../rows/store.ts";
import { deliveryEvent, noticesOf } from "./events.ts";
import { failTask } from "./failed-task.ts";
import type { OutboxPorts } from "./ports.ts";

/** Returns the events to broadcast. */
export function settle(
  { store, kinds }: Pick<OutboxPorts, "kinds"> & { store: Store },
  delivery: Delivery,
  now: number,
): NightjarEvent[] {
  const notices = noticesOf(delivery, kinds[delivery.target.channel]);
  const bodies = [...notices, deliveryEvent(delivery)];
  return store.commit(now, () => {
    new Deliveries(store.sql).save(delivery);
    failTask(store, delivery, now);
    if (notices.length > 0)
      store.sql.put(afterWork, { json: { costs: [], message_ids: [], said_seq: store.log.seq + 1 } });
    return bodies.map((body) => store.log.append(body, delivery.turn_id, now));
  });
}
