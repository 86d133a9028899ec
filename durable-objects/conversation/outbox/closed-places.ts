/** Chats where nothing arrives before somebody writes there. What has failed for that is sent when they do. */
import type { Delivered } from "../../../src/channels/channel.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Deliveries } from "../rows/outgoing/deliveries.ts";
import type { ShutPlaces } from "../rows/outgoing/shut-places.ts";
import { reopened } from "./steps.ts";

/** The newest ones: who comes back after weeks is not flooded. The others stand in the conversation. */
const MOST_SENT_AGAIN = 5;

/** Nothing more is sent there before. Part of a commit. */
export function closedBy(places: ShutPlaces, target: Source, result: Delivered): void {
  if (result.status === "failed" && result.isClosed && places.reasonAt(target) === undefined)
    places.close(target, result.reason);
}

/** Whether something is to be sent now. Part of the commit that takes in what they wrote. */
export function openedBy(
  source: Source,
  { deliveries, places, now }: { deliveries: Deliveries; places: ShutPlaces; now: number },
): boolean {
  const reason = places.isEmpty ? undefined : places.closedFor(source);
  if (reason === undefined) return false;
  places.open(source);
  const failed = deliveries
    .failedAt(source, reason, MOST_SENT_AGAIN)
    .filter(({ chunks }) => chunks.length > 0);
  for (const delivery of failed) deliveries.save(reopened(delivery, now));
  return failed.length > 0;
}
