/**
 * Reads when and what from "in 10 seconds to stretch" or "to stretch at 15:30". Clock times are in the person's zone.
 */
import { clockIn, instantIn } from "../../domain/time/zone.ts";

/** Time and zone in which the sentence was said. */
export interface Moment {
  /** ms since the epoch. */
  now: number;
  /** IANA's name. */
  zone: string;
}

export interface When {
  when: { in_seconds: number } | { at: string };
  text: string;
  /** As the person put it. */
  phrase: string;
}

const SECONDS: { [unit: string]: number } = {
  second: 1,
  sec: 1,
  minute: 60,
  min: 60,
  hour: 3_600,
  day: 86_400,
};
const DELAY = /\bin (an?|\d{1,6}) (second|sec|minute|min|hour|day)s?\b/i;
const CLOCK = /\b(tomorrow )?at (\d{1,2})(?::(\d{2}))?\s?(am|pm)?\b/i;

/** Undefined when no time can be read. */
export function readWhen(sentence: string, moment: Moment): When | undefined {
  const delay = DELAY.exec(sentence);
  const clock = delay ? null : CLOCK.exec(sentence);
  const match = delay ?? clock;
  const when = delay ? delayOf(delay) : clock && clockOf(clock, moment);
  if (!match || !when) return undefined;
  const rest = `${sentence.slice(0, match.index)} ${sentence.slice(match.index + match[0].length)}`;
  const text = rest
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:to|that|about)\s+/i, "")
    .replace(/(?<![\s,])[\s,]+$/, "");
  return { when, text: text === "" ? "your reminder" : text, phrase: match[0] };
}

function delayOf(match: RegExpExecArray): { in_seconds: number } {
  const count = /^an?$/i.test(match[1] ?? "") ? 1 : Number(match[1]);
  return { in_seconds: Math.max(1, count * (SECONDS[(match[2] ?? "").toLowerCase()] ?? 1)) };
}

function clockOf(match: RegExpExecArray, { now, zone }: Moment): { at: string } | undefined {
  const half = match[4]?.toLowerCase();
  const given = Number(match[2]);
  const hour = half === undefined ? given : (given % 12) + (half === "pm" ? 12 : 0);
  const minute = Number(match[3] ?? "0");
  if (hour > 23 || minute > 59 || (half !== undefined && given > 12)) return undefined;
  const today = { ...clockIn(zone, now), hour, minute };
  const isLater = match[1] === undefined && instantIn(zone, today) > now;
  const at = instantIn(zone, isLater ? today : { ...today, day: today.day + 1 });
  return { at: new Date(at).toISOString() };
}
