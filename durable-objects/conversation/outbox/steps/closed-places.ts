/**
 * Chats that accept nothing until somebody writes there. Deliveries that failed for this reason are sent once
 * they do.
 */
import type { DeliveryResult } from "../../../../src/channels/channel.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import type { Deliveries } from "../../rows/outgoing/deliveries.ts";
import { ShutPlaces } from "../../rows/outgoing/shut-places.ts";
import type { Store } from "../../rows/store.ts";
import { reopenDelivery } from "./steps.ts";

/**
 * Number of newest deliveries to send then, so that whoever comes back after weeks is not flooded. The others
 * stay in the conversation.
 */
const MOST_SENT_AGAIN = 5;

export class ClosedPlaces {
  private readonly store: Store;
  private readonly deliveries: Deliveries;
  private readonly places: ShutPlaces;

  constructor(store: Store, deliveries: Deliveries) {
    this.store = store;
    this.deliveries = deliveries;
    this.places = new ShutPlaces(store.sql);
  }

  /** Reason why nothing arrives there; undefined when something may. */
  reasonAt(target: Source): string | undefined {
    return this.places.reasonAt(target);
  }

  /**
   * A send there has ended with this result: after some failures, nothing more is sent. Uses a commit of its
   * own.
   */
  ended(target: Source, result: DeliveryResult): void {
    if (result.status !== "failed" || !result.isClosed) return;
    this.store.sql.transaction(() => {
      if (this.places.reasonAt(target) === undefined) this.places.close(target, result.reason);
    });
  }

  /** Part of a commit. */
  open(target: Source): void {
    this.places.open(target);
  }

  /**
   * Somebody has written there. Returns whether a send is due now. Part of the commit that takes the message
   * in.
   */
  personWrote(source: Source, now: number): boolean {
    const reason = this.places.isEmpty ? undefined : this.places.closedFor(source);
    if (reason === undefined) return false;
    this.places.open(source);
    const failed = this.deliveries
      .failedAt(source, reason, MOST_SENT_AGAIN)
      .filter(({ chunks }) => chunks.length > 0);
    for (const delivery of failed) this.deliveries.save(reopenDelivery(delivery, now));
    return failed.length > 0;
  }
}
