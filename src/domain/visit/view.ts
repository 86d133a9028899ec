/**
 * A visit as everybody in it may see it: without crises, and without the reasons why an agent answered. Pure.
 */
import { isClosed, type Visit, type VisitView } from "../visit.ts";
import { closesAt, mutedAt, warnsAt } from "./clock.ts";

/** `now` in ms since the epoch. */
export function visitView(visit: Visit, now: number): VisitView {
  const { start, status, started_at, ended_at, message_count, is_last_call } = visit;
  const { slug, host, cast, limits } = start.room;
  const muted = mutedAt(visit, now);
  const isMuted = (agent: string) => muted.some((mute) => mute.agent === agent);
  const isOpen = !isClosed(status);
  return {
    room: slug,
    host,
    session_status: status,
    started_at: iso(started_at),
    ended_at: ended_at === null ? null : iso(ended_at),
    message_count,
    message_limit: limits.messages,
    is_last_call,
    agents_available: isOpen ? cast.filter((agent) => !isMuted(agent)) : [],
    agents_muted: cast.filter(isMuted),
    muted_until: Object.fromEntries(muted.map(({ agent, until }) => [agent, iso(until)])),
    warns_at: isOpen ? iso(warnsAt(visit)) : null,
    closes_at: isOpen ? iso(closesAt(visit)) : null,
    weather: start.weather,
    left: Object.keys(visit.left),
  };
}

/** The visit as one person sees it: they may have left a visit that goes on. */
export function viewOf(visit: Visit, person: string, now: number): VisitView {
  const left_at = visit.left[person];
  return visitView(
    left_at === undefined || isClosed(visit.status)
      ? visit
      : { ...visit, status: "ended", ended_at: left_at },
    now,
  );
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
