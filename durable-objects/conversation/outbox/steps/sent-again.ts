/** A person retries a delivery. */
import { type Failure, failure } from "../../../../src/domain/errors.ts";
import type { Delivery } from "../../rows/outgoing/deliveries.ts";
import { reopenDelivery } from "./steps.ts";

/** The delivery's new state, or why it cannot be retried. */
export function sentAgain(
  delivery: Delivery | undefined,
  { id, now }: { id: string; now: number },
): Delivery | Failure {
  if (!delivery) return failure("resource_not_found", `There is no delivery ${id} here.`);
  if (delivery.status === "sent") return failure("conflict", "It was delivered already.");
  if (delivery.settled_at !== null && delivery.chunks.length === 0)
    return failure("conflict", "Its words are not kept here any more: ask for them again.");
  return delivery.status === "failed" ? reopenDelivery(delivery, now) : { ...delivery, next_at: now };
}
