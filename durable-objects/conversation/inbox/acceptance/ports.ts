/** Ports for accepting inputs. */
import type { ChannelKinds } from "../../../../src/channels/kinds.ts";
import type { RefusedInput } from "../../../../src/domain/conversation/receipt.ts";
import type { Ids } from "../../../../src/domain/ids.ts";
import type { Channel, Inbound } from "../../../../src/domain/inbound.ts";
import type { Principal } from "../../../../src/domain/principal.ts";
import type { Store } from "../../rows/store.ts";

/**
 * A rule that may refuse an input: returns the refusal, or undefined. Called in the acceptance's transaction,
 * in order; the first refusal decides. Must change nothing, and depend only on the input, the state and the
 * load.
 */
export type Admission = (store: Store, inbound: Inbound, now: number) => RefusedInput | undefined;

export interface InboxPorts {
  now(): number;
  ids: Ids;
  kinds: ChannelKinds;
  /** Debounce of one sender's burst, in ms. */
  debounce(channel: Channel): number;
  /**
   * A signed-in person has said something; the Worker has just authenticated them, so their turn need not
   * look them up.
   */
  noteStanding(who: Principal): void;
  /** Checked after the inbox's own admissions. */
  admissions: readonly Admission[];
}
