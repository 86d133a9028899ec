/** What a person's object needs of the rest of the house. */
import type { ConversationSummary } from "../../src/channels/web/wire.ts";
import type { ConversationId } from "../../src/domain/ids.ts";
import type { Principal } from "../../src/domain/principal.ts";
import type { Log } from "../../src/observability/log-port.ts";
import type { Notice, Pushed, PushSubscription } from "../../src/push/subscription.ts";
import type { ConversationNews } from "./news.ts";

export interface PersonPorts {
  now(): number;
  log: Log;
  /**
   * Has the conversation look again at what the person has open there. Whether something still is. Rejects when it is not
   * to be reached.
   */
  recheck(conversation: ConversationId, person: string): Promise<boolean>;
  /** Who they are today; undefined: nobody any more. Rejects when nobody can tell. */
  standing(principal: Principal): Promise<Principal | undefined>;
  /** Of these conversations what they would be notified of; of what is not in their lists nothing. May reject. */
  news(person: string, conversations: readonly string[]): Promise<ConversationNews[]>;
  /** Never rejects. `contact`: the address of the app, for the push service. */
  push(to: PushSubscription, notice: Notice, contact: string): Promise<Pushed>;
  /** Of these conversations, those in the person's lists, as they are there. May reject. */
  listed(person: string, conversations: readonly string[]): Promise<ConversationSummary[]>;
}
