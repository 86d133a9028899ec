/** What taking an input in needs of the rest of the house. */
import type { Ids } from "../../../src/domain/ids.ts";
import type { Channel } from "../../../src/domain/inbound.ts";
import type { FileLookup } from "./described-files.ts";
import type { AgentLookup } from "./named-agent.ts";

export interface InboxPorts extends AgentLookup, FileLookup {
  now(): number;
  ids: Ids;
  /** How long a burst from one sender is combined, in ms. */
  debounce(channel: Channel): number;
}
