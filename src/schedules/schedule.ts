/** What a schedule is: when something is to be done, by whom, and where its result is told. */

import type { Id } from "../domain/ids.ts";
import type { Channel } from "../domain/inbound.ts";
import type { Actor } from "../domain/principal.ts";
import type { Trust } from "../domain/trust.ts";

export type ScheduleId = Id<"sch">;

/**
 * - `cron`: at the times of a cron expression.
 * - `heartbeat`: now and then an agent looks into its HEARTBEAT.md; where nothing is due, no model is called.
 * - `once`: at one time, and then never again.
 */
export const KINDS = ["cron", "heartbeat", "once"] as const;
export type Kind = (typeof KINDS)[number];

export type Timing =
  /** Five fields, by the clock of the schedule's zone. */
  | { type: "cron"; cron: string }
  | { type: "every"; minutes: number }
  /** ms since the epoch. */
  | { type: "at"; at: number };

/** Times of day as `22:30`, by the clock of the schedule's zone; over midnight where `to` is the earlier. */
export interface Quiet {
  from: string;
  to: string;
}

export type Target =
  /** A conversation of the schedule's own, which is made when it first has something to say. */
  | { type: "own" }
  | { type: "conversation"; conversation_id: string }
  /** The conversation in which the person last wrote on that channel. */
  | { type: "channel"; channel: Channel };

/** What people set of it. */
export interface Wish {
  kind: Kind;
  name: string;
  /** What is to be done, for the agent. */
  text: string;
  /** Slug; null: the one that answers the person by default. Where it runs in a conversation, that one's own answers. */
  agent: string | null;
  timing: Timing;
  /** IANA's name. */
  time_zone: string;
  /** Nothing runs between these times; null: at any time. */
  quiet: Quiet | null;
  /** Of times at which the machine was off: one run makes up for all of them, or none does. */
  missed: "once" | "skip";
  /** In the conversation of its target, which it sees; or each time in one of its own, which sees nothing else. */
  runs_in: "conversation" | "isolated";
  target: Target;
}

/** `stopped`: by the house, which says why. `done`: it comes no more. */
export type State = "active" | "paused" | "stopped" | "done";

/** Whose words it holds. */
export interface Maker {
  trust: Trust;
  /** Absent: the owner. */
  actor?: Actor;
}

export interface Schedule {
  id: ScheduleId;
  wish: Wish;
  maker: Maker;
  state: State;
  /** Why it was stopped. */
  reason: string | null;
  /** ms since the epoch, as all times; null: nothing is to come. */
  next_at: number | null;
  /** When somebody or something last looked whether it is due. */
  seen_at: number;
  /** Occurrences that nothing was done at, and why the last of them was passed over. */
  skipped: number;
  skip_reason: string | null;
  /** Of all that have ended: how many, and their cost in US dollars as far as prices are known. */
  runs: number;
  cost_usd: number;
  created_at: number;
  updated_at: number;
}

/**
 * Of the run alone, whatever becomes of its result. `queued`: not in its conversation yet. `waiting`: for a person.
 * `skipped`: its time came, and nothing was done.
 */
export type RunState = "queued" | "running" | "waiting" | "completed" | "halted" | "failed" | "skipped";

/** Of its result. `none`: there is nothing to tell yet. `silent`: the agent had nothing to say. */
export type DeliveryState = "none" | "pending" | "sent" | "failed" | "silent";

export interface Run {
  schedule_id: ScheduleId;
  /** Its time, in ms since the epoch: with the schedule's id it names the run for ever. */
  occurrence: number;
  state: RunState;
  delivery: DeliveryState;
  /** Who wanted it: its time, or a person. */
  cause: "time" | "person";
  /** What the agent is told beside the schedule's own words. */
  note: string | null;
  /** Where it runs. */
  conversation_id: string | null;
  turn_id: string | null;
  /** Where its result is told, and as which message. */
  told_in: string | null;
  told_as: string | null;
  /** What is to be told there. */
  words: string | null;
  reason: string | null;
  delivery_reason: string | null;
  /** US dollars; null: nothing ran, or a price is unknown. */
  cost_usd: number | null;
  /** When it is looked after next; null: it is settled. */
  check_at: number | null;
  tries: number;
  started_at: number;
  ended_at: number | null;
}

/** The key of all that a run puts into inboxes. */
export function runKey({ schedule_id, occurrence }: Pick<Run, "schedule_id" | "occurrence">): string {
  return `schedule:${schedule_id}:${occurrence}`;
}
