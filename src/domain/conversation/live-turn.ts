/** Turns that run now. */
import type { Channel } from "../inbound.ts";

/** The turn that a conversation is running now, as the monitor and readers are shown it. */
export interface LiveTurn {
  turn_id: string;
  state: string;
  agent: string;
  model: string;
  step: number;
  /** Names of the tools that run now. */
  tools: string[];
  /** ISO 8601. */
  since: string;
}

/** The turn with whom it answers, as the monitor shows it. */
export interface MonitoredTurn extends LiveTurn {
  channel: Channel;
  /** Display name; empty: nobody, as for a schedule. */
  contact: string;
}
