/** The turn that a conversation is running now, as the monitor and readers are shown it. */
export interface LiveTurn {
  turn_id: string;
  state: string;
  agent: string;
  model: string;
  step: number;
  /** ISO 8601. */
  since: string;
}
