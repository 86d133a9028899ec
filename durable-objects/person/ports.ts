/** Ports of a person's object. */
import type { ConversationSummary } from "../../src/channels/web/wire.ts";
import type { ConversationId } from "../../src/domain/ids.ts";
import type { Principal } from "../../src/domain/principal.ts";
import type { Log } from "../../src/observability/log-port.ts";
import type { Notice, PushResult, PushSubscription } from "../../src/push/subscription.ts";
import type { ConversationNews } from "./news.ts";

export interface PersonPorts {
  now(): number;
  log: Log;
  /**
   * Has the conversation check again the person's open sockets and streams. Resolves to whether any is still
   * open. Rejects when the conversation cannot be reached.
   */
  recheck(conversation: ConversationId, person: string): Promise<boolean>;
  /**
   * The principal's present role and rights; undefined when the account or session is gone. Rejects when that
   * cannot be read.
   */
  standing(principal: Principal): Promise<Principal | undefined>;
  /**
   * The notifiable state of these conversations. Conversations outside the person's lists are left out. May
   * reject.
   */
  news(person: string, conversations: readonly string[]): Promise<ConversationNews[]>;
  /** Sends one push message. Never rejects. `contact`: the app's address, for the push service. */
  push(to: PushSubscription, notice: Notice, contact: string): Promise<PushResult>;
  /** The rows of the person's lists for these conversations; others are left out. May reject. */
  listed(person: string, conversations: readonly string[]): Promise<ConversationSummary[]>;
}
