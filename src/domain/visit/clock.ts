/** State transitions of a visit, by time and by messages. Pure. */
import { isClosed, type Mute, type Visit } from "../visit.ts";

const MINUTE_MS = 60_000;

/** A message that an agent of the room posts without a model. */
export interface Saying {
  /** Slug. */
  agent: string;
  text: string;
}

/** One transition that is due, with the message posted for it. */
interface Step {
  change: Partial<Visit>;
  say?: Saying;
}

interface Moment {
  /** ms since the epoch. */
  now: number;
  /** No agent is about to answer. Silence counts only then, and last call never interrupts an answer. */
  isIdle: boolean;
}

/** Time at which silence is answered by a question; ms since the epoch. */
export function warnsAt({ said_at, start: { room } }: Visit): number {
  return said_at + room.inactivity.warn_after_minutes * MINUTE_MS;
}

export function closesAt({ said_at, start: { room } }: Visit): number {
  return said_at + room.inactivity.close_after_minutes * MINUTE_MS;
}

export function isFull({ message_count, start: { room } }: Visit): boolean {
  return message_count >= room.limits.messages;
}

export function isNearEnd({ message_count, start: { room } }: Visit): boolean {
  return message_count >= room.limits.messages - room.limits.last_call_before;
}

export function mutedAt({ muted }: Visit, now: number): Mute[] {
  return muted.filter(({ until }) => until > now);
}

/** Undefined if nothing is due. Call it again after each step: another may be due. */
export function stepDue(visit: Visit, moment: Moment): Step | undefined {
  if (isClosed(visit.status)) return undefined;
  const spoken = moment.isIdle ? spokenStep(visit, moment.now) : undefined;
  return spoken ?? endedMute(visit, moment.now);
}

/** Time of the next step, in ms since the epoch; null if none is due until somebody speaks. */
export function dueAt(visit: Visit, moment: Moment): number | null {
  if (isClosed(visit.status)) return null;
  if (stepDue(visit, moment)) return moment.now;
  const silence = visit.status === "active" ? warnsAt(visit) : closesAt(visit);
  const times = [...visit.muted.map(({ until }) => until), ...(moment.isIdle ? [silence] : [])];
  return times.length === 0 ? null : Math.min(...times);
}

function spokenStep(visit: Visit, now: number): Step | undefined {
  const { host, moderator, sayings } = visit.start.room;
  if (isFull(visit))
    return {
      change: { status: "ended", ended_at: now },
      say: { agent: host, text: sayings.closed_at_limit },
    };
  if (now >= closesAt(visit))
    return {
      change: { status: "kicked", ended_at: now },
      say: { agent: moderator ?? host, text: sayings.closed_for_silence },
    };
  if (isNearEnd(visit) && !visit.is_last_call)
    return { change: { is_last_call: true }, say: { agent: host, text: sayings.last_call } };
  if (visit.status === "active" && now >= warnsAt(visit))
    return { change: { status: "warning_15min" }, say: { agent: host, text: sayings.still_there } };
  return undefined;
}

function endedMute(visit: Visit, now: number): Step | undefined {
  const muted = mutedAt(visit, now);
  return muted.length < visit.muted.length ? { change: { muted } } : undefined;
}
