/** A message that wakes its conversation at a later time. */
import type { Actor } from "../principal.ts";
import type { Trust } from "../trust.ts";

export interface ScheduledMessage {
  id: string;
  /** ms since the epoch. */
  at: number;
  text: string;
  trust?: Trust | null;
  /** The person who asked for it; null: nobody but the owner. */
  actor?: Actor | null;
}
