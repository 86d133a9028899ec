/** Ports for messages with files. */
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import type { Log } from "../../../../src/observability/log-port.ts";

export interface ArrivalPorts {
  now(): number;
  log: Log;
  /** Fetches the message's files from its channel; they then belong to `owner`. Never rejects. */
  fetchFiles(owner: string, message: UserMessage, signal: AbortSignal): Promise<UserMessage>;
}
