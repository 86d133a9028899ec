/** A task that could not be handed on: its child has failed. */
import { notBegun } from "../children/patience.ts";
import type { Delivery } from "../rows/outgoing/deliveries.ts";
import type { Store } from "../rows/store.ts";

export function isFailedTask({ status, chunks }: Delivery): boolean {
  return status === "failed" && chunks[0]?.type === "task";
}

/** Ignores all other deliveries. Part of the commit that settles the delivery. */
export function failTask(store: Store, delivery: Delivery, now: number): void {
  const task = delivery.chunks[0];
  if (!isFailedTask(delivery) || task?.type !== "task") return;
  const reason = `It couldn't be started. ${delivery.reason ?? ""}`.trim();
  notBegun(store, task.init.conversation_id, { reason, now });
}
