/** Ports to the past of a conversation that is being created or rebuilt. */
import type { SourceTexts } from "../../../src/agent/ports/sources.ts";
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { ConversationId, Ids } from "../../../src/domain/ids.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { MetaInit } from "../rows/meta.ts";
import type { TrailStore } from "../trail/ports.ts";
import type { BranchSource } from "./fork-pages.ts";

export interface BirthPorts {
  now(): number;
  ids: Ids;
  kinds: ChannelKinds;
  log: Log;
  /** The trail of every conversation. */
  trail: TrailStore;
  /** The index entry of a conversation whose own state is gone. Rejects when it cannot be read. */
  indexed(id: ConversationId): Promise<MetaInit | undefined>;
  sources: SourceTexts;
  /** Another conversation, the source of a fork. */
  branchSource(id: ConversationId): BranchSource;
}
