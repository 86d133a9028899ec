/** What messages with files need of the rest of the house. */
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import type { Log } from "../../../../src/observability/log-port.ts";

export interface ArrivalPorts {
  now(): number;
  log: Log;
  /** The message with the files that its channel has for it, which become `owner`'s. Never rejects. */
  fetchFiles(owner: string, message: UserMessage, signal: AbortSignal): Promise<UserMessage>;
}
