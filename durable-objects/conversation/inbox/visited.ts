/** Messages in a room keep its visit going. */
import type { EventBody } from "../../../src/domain/events.ts";
import type { Inbound } from "../../../src/domain/inbound.ts";
import { visitView } from "../../../src/domain/visit/view.ts";
import type { Store } from "../rows/store.ts";

/** Counts an accepted message and restarts the silence of its visit. */
export function heardInVisit({ visits }: Store, { type }: Inbound, now: number): EventBody[] {
  const visit = visits.current;
  if (!visit || type !== "user_message") return [];
  const isWarned = visit.status === "warning_15min";
  visits.change({
    said_at: now,
    message_count: visit.message_count + 1,
    ...(isWarned && { status: "active" as const }),
  });
  return visitEvents({ visits }, now);
}

/** Takes back the count of a message that nobody answered. Part of the commit that ends its turn. */
export function unansweredInVisit({ visits }: Pick<Store, "visits">, now: number): EventBody[] {
  const visit = visits.current;
  if (!visit || visit.message_count === 0) return [];
  visits.change({ message_count: visit.message_count - 1 });
  return visitEvents({ visits }, now);
}

/** The event with the visit's present state. */
export function visitEvents({ visits }: Pick<Store, "visits">, now: number): EventBody[] {
  const visit = visits.current;
  return visit ? [{ type: "visit", visit: visitView(visit, now) }] : [];
}
