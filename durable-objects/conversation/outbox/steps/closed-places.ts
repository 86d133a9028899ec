/** Chats where nothing arrives before somebody writes there. What has failed for that is sent when they do. */
import type { Delivered } from "../../../../src/channels/channel.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import type { Deliveries } from "../../rows/outgoing/deliveries.ts";
import { ShutPlaces } from "../../rows/outgoing/shut-places.ts";
import type { Store } from "../../rows/store.ts";
import { reopened } from "./steps.ts";

/** The newest ones: who comes back after weeks is not flooded. The others stand in the conversation. */
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

  /** Why nothing arrives there; undefined where something may. */
  reasonAt(target: Source): string | undefined {
    return this.places.reasonAt(target);
  }

  /** A send there has ended so: after some failures nothing more is sent there. A commit of its own. */
  ended(target: Source, result: Delivered): void {
    if (result.status !== "failed" || !result.isClosed) return;
    this.store.sql.transaction(() => {
      if (this.places.reasonAt(target) === undefined) this.places.close(target, result.reason);
    });
  }

  /** Part of a commit. */
  open(target: Source): void {
    this.places.open(target);
  }

  /** Somebody has written there: whether something is to be sent now. Part of the commit that takes in what they wrote. */
  heard(source: Source, now: number): boolean {
    const reason = this.places.isEmpty ? undefined : this.places.closedFor(source);
    if (reason === undefined) return false;
    this.places.open(source);
    const failed = this.deliveries
      .failedAt(source, reason, MOST_SENT_AGAIN)
      .filter(({ chunks }) => chunks.length > 0);
    for (const delivery of failed) this.deliveries.save(reopened(delivery, now));
    return failed.length > 0;
  }
}
