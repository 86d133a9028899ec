/**
 * Tells a later decider what was already decided about a call: a denial that came too late must not pass for
 * one.
 */
import type { RefusedInput } from "../../../../src/domain/conversation/receipt.ts";
import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { DecisionInbound } from "../../../../src/domain/inbound.ts";
import { mayDecide } from "../../../../src/domain/who-may.ts";
import { decisionAbout, type EarlierDecision, putDecision } from "../../rows/decisions.ts";
import { placeOf, type Store } from "../../rows/store.ts";

/** Call inside a commit. */
export function noteDecision(store: Store, inbound: DecisionInbound, now: number): void {
  const { call_id, decision, actor, by_voice } = inbound;
  const name = actor?.name ?? null;
  const by = name !== null && by_voice !== undefined ? `${name} by voice` : name;
  putDecision(store.sql, { call_id, decision, by, at: now });
}

/** Undefined when nothing was decided, or when the sender may not decide here and so must not learn it. */
export function decidedBefore(store: Store, inbound: DecisionInbound): RefusedInput | undefined {
  const before = decisionAt(store, inbound);
  return before && refuseInput("no_such_call", wordsOf(before, inbound));
}

/** Undefined when the decision is the same, which makes it a duplicate. */
export function otherDecision(
  store: Store,
  inbound: { type: string } | DecisionInbound,
): RefusedInput | undefined {
  if (!("decision" in inbound)) return undefined;
  return decisionAt(store, inbound)?.decision === inbound.decision
    ? undefined
    : decidedBefore(store, inbound);
}

function decisionAt(store: Store, inbound: DecisionInbound): EarlierDecision | undefined {
  if (!mayDecide(inbound, placeOf(store), false)) return undefined;
  return decisionAbout(store.sql, inbound.call_id);
}

const WORDS: Readonly<Record<DecisionInbound["decision"], string>> = {
  once: "allowed",
  task: "allowed for its task",
  conversation: "allowed for the conversation",
  today: "allowed until midnight",
  ten: "allowed, with nine more like it",
  always: "always allowed",
  deny: "denied",
  expired: "denied, since nobody had decided in time",
};

function wordsOf({ decision, by, at }: EarlierDecision, { decision: wanted }: DecisionInbound): string {
  const who = by === null ? "" : ` by ${by}`;
  const when = `${new Date(at).toISOString().slice(0, 16)}Z`;
  const isTooLate = wanted === "deny" && decision !== "deny" && decision !== "expired";
  const advice = isTooLate ? " It may have run: stop the turn to keep it from going on." : "";
  return `This was already ${WORDS[decision]}${who} at ${when}.${advice}`;
}
