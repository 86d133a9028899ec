/** Schedules: when work is done, by which agent, and where its result is sent. */

import type { Id } from "../domain/ids.ts";
import type { Channel } from "../domain/inbound.ts";
import type { Actor } from "../domain/principal.ts";
import type { Trust } from "../domain/trust.ts";

export type ScheduleId = Id<"sch">;

/**
 * - `cron`: at the times of a cron expression.
 * - `heartbeat`: at intervals an agent checks its HEARTBEAT.md; if nothing is due, no model is called.
 * - `once`: at one time only.
 */
export const KINDS = ["cron", "heartbeat", "once"] as const;
export type Kind = (typeof KINDS)[number];

export type Timing =
  /** Five fields, in the schedule's time zone. */
  | { type: "cron"; cron: string }
  | { type: "every"; minutes: number }
  /** ms since the epoch. */
  | { type: "at"; at: number };

/** Times of day as `22:30`, in the schedule's time zone; the span crosses midnight if `to` is the earlier. */
export interface Quiet {
  from: string;
  to: string;
}

export type Target =
  /** The schedule's own conversation, created for its first result. */
  | { type: "own" }
  | { type: "conversation"; conversation_id: string }
  /** The conversation where the person last wrote on that channel. */
  | { type: "channel"; channel: Channel };

/** The fields of a schedule that people set. */
export interface ScheduleSpec {
  kind: Kind;
  name: string;
  /** The task, worded for the agent. */
  text: string;
  /** Slug; null: the person's default agent. In a conversation, the conversation's own agent answers. */
  agent: string | null;
  timing: Timing;
  /** IANA name. */
  time_zone: string;
  /** Nothing runs between these times; null: no quiet hours. */
  quiet: Quiet | null;
  /** Occurrences missed while the machine was off: one run makes up for all of them, or none does. */
  missed: "once" | "skip";
  /**
   * `conversation`: in the target conversation, which the run sees; `isolated`: each run in a conversation of
   * its own, which sees nothing else.
   */
  runs_in: "conversation" | "isolated";
  target: Target;
}

/** `stopped`: by the system, which gives a reason. `done`: no occurrence is left. */
export type State = "active" | "paused" | "stopped" | "done";

/** The author of the schedule's text. */
export interface Maker {
  trust: Trust;
  /** Absent: the owner. */
  actor?: Actor;
}

export interface Schedule {
  id: ScheduleId;
  wish: ScheduleSpec;
  maker: Maker;
  state: State;
  /** The reason why it was stopped. */
  reason: string | null;
  /** ms since the epoch, like all times; null: no occurrence is left. */
  next_at: number | null;
  /** When it was last checked for being due. */
  seen_at: number;
  /** Number of occurrences that were skipped, and the reason for the last one. */
  skipped: number;
  skip_reason: string | null;
  /** Totals of all ended runs: their number, and their cost in US dollars as far as prices are known. */
  runs: number;
  cost_usd: number;
  created_at: number;
  updated_at: number;
}

/**
 * State of the run alone, apart from its delivery. `queued`: not in its conversation yet. `waiting`: for a
 * person. `skipped`: it was due, but did not run.
 */
export type RunState = "queued" | "running" | "waiting" | "completed" | "halted" | "failed" | "skipped";

/** Delivery of the result. `none`: there is no result yet. `silent`: the agent had nothing to say. */
export type DeliveryState = "none" | "pending" | "sent" | "failed" | "silent";

export interface Run {
  schedule_id: ScheduleId;
  /** Its time, in ms since the epoch; together with the schedule's id it identifies the run for ever. */
  occurrence: number;
  state: RunState;
  delivery: DeliveryState;
  /** Trigger of the run: its time, or a person. */
  cause: "time" | "person";
  /** Text for the agent in addition to the schedule's own. */
  note: string | null;
  /** The conversation where it runs. */
  conversation_id: string | null;
  turn_id: string | null;
  /** The conversation and the message that carry its result. */
  told_in: string | null;
  told_as: string | null;
  /** Text of the result to deliver. */
  words: string | null;
  reason: string | null;
  delivery_reason: string | null;
  /** US dollars; null: nothing ran, or a price is unknown. */
  cost_usd: number | null;
  /** When its progress is checked next; null: it is settled. */
  check_at: number | null;
  tries: number;
  started_at: number;
  ended_at: number | null;
}

/** Idempotency key of everything that a run puts into inboxes. */
export function runKey({ schedule_id, occurrence }: Pick<Run, "schedule_id" | "occurrence">): string {
  return `schedule:${schedule_id}:${occurrence}`;
}
