/** Where a conversation that comes to be gets its past from. */
import type { ConversationId, Ids } from "../../../src/domain/ids.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { MetaInit } from "../rows/meta.ts";
import type { TrailStore } from "../trail/ports.ts";
import type { BranchSource } from "./fork-pages.ts";

export interface BirthPorts {
  now(): number;
  ids: Ids;
  log: Log;
  /** The trail of every conversation. */
  trail: TrailStore;
  /** What the index knows of a conversation whose own state is gone. Rejects when it cannot tell. */
  indexed(id: ConversationId): Promise<MetaInit | undefined>;
  /** Another conversation, whose branch a fork takes over. */
  branchSource(id: ConversationId): BranchSource;
}
