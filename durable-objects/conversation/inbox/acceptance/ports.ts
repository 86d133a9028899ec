/** What taking an input in needs of the rest of the house. */
import type { Ids } from "../../../../src/domain/ids.ts";
import type { Channel, Inbound, Refused } from "../../../../src/domain/inbound.ts";
import type { Principal } from "../../../../src/domain/principal.ts";
import type { InboundLookups } from "../../../../src/routing/check.ts";
import type { Store } from "../../rows/store.ts";

/**
 * Whether an input may come in: why not, or undefined. Asked in the acceptance's transaction, in order; the first that
 * refuses decides. Pure: it changes nothing, and the same input in the same state is told the same.
 */
export type Admission = (store: Store, inbound: Inbound, now: number) => Refused | undefined;

export interface InboxPorts extends InboundLookups {
  now(): number;
  ids: Ids;
  /** How long a burst from one sender is combined, in ms. */
  debounce(channel: Channel): number;
  /** Somebody signed in has said something, as the Worker knows them this moment: their turn need not look them up. */
  met(who: Principal): void;
  /** Asked after the inbox's own. */
  admissions: readonly Admission[];
}
