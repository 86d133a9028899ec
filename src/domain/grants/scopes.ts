/** Scopes that a card offers for a grant, and the terms that each stands for. */
import { clockIn, instantIn, isTimeZone } from "../time/zone.ts";
import type { GrantPlace, GrantTerms } from "./grant.ts";

/**
 * - `task`: the turn and its children. `conversation`: this conversation. `today`: until midnight where the person is.
 * - `ten`: ten calls. `always`: without an end. Each only to the destinations of the card.
 */
export const GRANT_SCOPES = ["task", "conversation", "today", "ten", "always"] as const;

export type GrantScope = (typeof GRANT_SCOPES)[number];

/** The decision that a client sends for it. */
export function wordOfScope(scope: GrantScope) {
  return scope === "always" ? scope : (`allow_${scope}` as const);
}

export function isGrantScope(text: string): text is GrantScope {
  return (GRANT_SCOPES as readonly string[]).includes(text);
}

/** The grant that a card offers: stored with the call, so that a decision names its scope alone. */
export interface GrantProposal {
  /** Keys of the call's destinations. */
  to: string[];
  /** Scopes that the card shows, the narrowest first. */
  scopes: GrantScope[];
  after_reading: boolean;
  place: GrantPlace;
  /** IANA name; null: UTC. */
  time_zone: string | null;
}

/** The part of a proposal that people see. */
export type OfferedGrant = Pick<GrantProposal, "to" | "scopes">;

export function offeredOf({ to, scopes }: OfferedGrant): OfferedGrant {
  return { to, scopes };
}

/** A call whose destinations are unknown is not offered a scope that outlives the task by much. */
export function scopesFor(to: readonly string[]): GrantScope[] {
  return to.length > 0 ? ["task", "conversation", "today"] : ["task", "ten"];
}

const TEN = 10;
const DAY_MS = 86_400_000;

/** `now` is in ms since the epoch. */
export function termsOf(
  scope: GrantScope,
  of: GrantProposal & Pick<GrantTerms, "agent" | "tool">,
  now: number,
): GrantTerms {
  const { agent, tool, to, after_reading, place, time_zone } = of;
  const isBound = scope === "task" || scope === "conversation";
  return {
    ...{ agent, tool, to, after_reading },
    conversation_id: isBound ? place.conversation_id : null,
    turn_id: scope === "task" ? place.turn_id : null,
    ends_at: scope === "today" ? midnightAfter(now, time_zone) : null,
    max_uses: scope === "ten" ? TEN : null,
    max_amount: null,
    given: "card",
  };
}

/** The next midnight in that zone, in ms since the epoch. */
export function midnightAfter(now: number, time_zone: string | null): number {
  const zone = time_zone !== null && isTimeZone(time_zone) ? time_zone : "UTC";
  const here = clockIn(zone, now);
  const today = Date.UTC(here.year, here.month - 1, here.day);
  const next = new Date(today + DAY_MS);
  return instantIn(zone, {
    ...here,
    year: next.getUTCFullYear(),
    month: next.getUTCMonth() + 1,
    day: next.getUTCDate(),
    hour: 0,
    minute: 0,
  });
}
