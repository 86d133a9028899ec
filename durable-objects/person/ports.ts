/** What a person's object needs of the rest of the house. */
import type { ConversationId } from "../../src/domain/ids.ts";
import type { Log } from "../../src/observability/log-port.ts";

export interface PersonPorts {
  now(): number;
  log: Log;
  /**
   * Has the conversation look again at what the person has open there. Whether something still is. Rejects when it is not
   * to be reached.
   */
  recheck(conversation: ConversationId, person: string): Promise<boolean>;
}
