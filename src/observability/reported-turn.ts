/** An ended turn as exporters and counters get it, with the after-work. Times are ms since the epoch. */
import type { ErrorKind } from "../domain/errors.ts";
import type { MessageId } from "../domain/ids.ts";
import type { EndedTurn } from "./log-turn.ts";

export interface ReportedTurn extends EndedTurn {
  channel: string;
  queued_at: number;
  ended_at: number;
  /** Set when it failed. */
  error?: ErrorKind;
  /** W3C `traceparent` of the request that asked for it. */
  traceparent?: string;
  /** Messages that it answered. */
  asked: MessageId[];
  answer: MessageId;
}
