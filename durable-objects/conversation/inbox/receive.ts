/** Acceptance: one transaction takes an input in, or refuses it without any change. */

import type { ChildAsk } from "../../../src/domain/conversation/child-asks.ts";
import type { Receipt, RefusedInput } from "../../../src/domain/conversation/receipt.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { Inbound } from "../../../src/domain/inbound.ts";
import { asksUpward } from "../children/asks.ts";
import { queueAfterWork } from "../ledger/after-work.ts";
import type { Store } from "../rows/store.ts";
import type { Acceptance, ReceiveDeps, TakeResult } from "./acceptance/acceptance.ts";
import { ADMISSIONS } from "./admissions.ts";
import { replyInWords } from "./reply-in-words.ts";
import { otherDecision } from "./take/decided.ts";
import { isAnswerAwaited, takeAnswer } from "./take/take-answer.ts";
import { areResultsAwaited, takeClientResults } from "./take/take-client-results.ts";
import { takeCommand } from "./take/take-command.ts";
import { isDecisionAwaited, takeDecision } from "./take/take-decision.ts";
import { takeFileEdit } from "./take/take-file-edit.ts";
import { takeMessage } from "./take/take-message.ts";
import { takeNotice } from "./take/take-notice.ts";
import { takeQuestion } from "./take/take-question.ts";
import { takeReaction } from "./take/take-reaction.ts";
import { isReportAwaited, takeReport } from "./take/take-report.ts";
import { isUnasked, takeUnasked } from "./take/take-unasked.ts";
import { heardInVisit } from "./visited.ts";

interface Reception {
  receipt: Receipt;
  /** Stored events to broadcast. */
  events: NightjarEvent[];
  /** A tool was allowed for good: the grant must reach D1 now. */
  isGrant: boolean;
  /** The index must be updated soon: what is wanted of people has changed. */
  leavesWork: boolean;
}

/** Inputs that a person has caused, by writing or by pressing a button. */
const BY_PEOPLE: ReadonlySet<Inbound["type"]> = new Set(["user_message", "tool_result", "decision"]);

const UNCHANGED = { events: [], isGrant: false, leavesWork: false };

export function receive(store: Store, inbound: Inbound, deps: ReceiveDeps): Reception {
  const known = isAwaited(store, inbound) ? undefined : knownReceipt(store, inbound);
  if (known) return { ...UNCHANGED, receipt: otherDecision(store, inbound) ?? known };
  const now = deps.now();
  return store.commit(now, () => {
    const before = store.log.seq;
    const asksBefore = asksUpward(store);
    const result = admitted({ store, deps, now }, inbound);
    tellParent({ store, deps, now }, asksBefore);
    if ("status" in result) return { ...UNCHANGED, receipt: result };
    if (BY_PEOPLE.has(inbound.type)) deps.personWrote(inbound.source);
    const bodies = [...result.events, ...heardInVisit(store, inbound, now)];
    const own = bodies.map((body) => store.log.append(body, result.turn_id, now));
    const others = (result.elsewhere ?? []).map((each) => store.log.append(each.body, each.turn_id, now));
    const events = [...own, ...others];
    const { turn_id, message_id, isGrant = false } = result;
    const leavesWork = result.isAboutAsks === true;
    if (leavesWork) queueAfterWork(store, { costs: [], message_ids: [] });
    store.inputs.put({ key: inbound.key, turn_id, message_id, seq: before, at: now });
    return { receipt: { status: "accepted", turn_id, message_id, seq: before }, events, isGrant, leavesWork };
  });
}

/** Tells the parent what this conversation wants of people, whenever that changes. */
function tellParent({ store, deps }: Acceptance, before: ChildAsk[]): void {
  if (store.meta.parent === null) return;
  const asks = asksUpward(store);
  if (JSON.stringify(asks) !== JSON.stringify(before)) deps.askUpward(asks);
}

/** Some providers reuse call ids in each turn: a result that a call waits for is never a duplicate. */
function isAwaited(store: Store, inbound: Inbound): boolean {
  switch (inbound.type) {
    case "tool_result":
      return isAnswerAwaited(store, inbound);
    case "client_results":
      return areResultsAwaited(store, inbound);
    case "decision":
      return isDecisionAwaited(store, inbound);
    case "report":
      return isReportAwaited(store, inbound);
    default:
      return false;
  }
}

/** Reason why the input may not come in now, if so; null: it is in already. Changes nothing. */
export function refusalOf(
  store: Store,
  inbound: Inbound,
  deps: Pick<ReceiveDeps, "now" | "admissions">,
): RefusedInput | null | undefined {
  return knownReceipt(store, inbound) ? null : refusedBy({ store, deps, now: deps.now() }, inbound);
}

function refusedBy(
  { store, deps, now }: Pick<Acceptance, "store" | "now"> & { deps: Pick<ReceiveDeps, "admissions"> },
  inbound: Inbound,
): RefusedInput | undefined {
  for (const admission of [...ADMISSIONS, ...deps.admissions]) {
    const refusal = admission(store, inbound, now);
    if (refusal) return refusal;
  }
  return undefined;
}

/** An edit that repeats the newest wording is a duplicate; one that brings back an earlier wording is not. */
function knownReceipt(store: Store, inbound: Inbound): Receipt | undefined {
  const { key } = inbound;
  const edits = inbound.type === "user_message" ? inbound.edits : undefined;
  if (edits !== undefined && store.inputs.lastOf(edits) !== key) return undefined;
  const taken = store.inputs.get(key);
  return taken && { status: "duplicate", ...taken };
}

/**
 * A message's meaning is resolved first, since an answer may be admitted when another message would not be.
 */
function admitted(acceptance: Acceptance, received: Inbound): TakeResult {
  const { store, deps } = acceptance;
  const inbound =
    received.type === "user_message" ? (replyInWords(store, received, deps.kinds) ?? received) : received;
  const refusal = refusedBy(acceptance, inbound);
  if (refusal) return refusal;
  const taken = take(acceptance, inbound);
  if ("status" in taken) return taken;
  const isSettling = inbound.type === "decision" || inbound.type === "tool_result";
  if (isSettling) deps.settled(inbound, taken.settled ?? [inbound.call_id]);
  return isSettling || inbound.type === "question" ? { ...taken, isAboutAsks: true } : taken;
}

function take(acceptance: Acceptance, inbound: Inbound): TakeResult {
  switch (inbound.type) {
    case "user_message":
      return takeMessage(acceptance, inbound);
    case "tool_result":
      return takeAnswer(acceptance, inbound);
    case "client_results":
      return takeClientResults(acceptance, inbound);
    case "decision":
      return takeDecision(acceptance, inbound);
    case "report":
      return takeReport(acceptance, inbound);
    case "question":
      return takeQuestion(acceptance, inbound);
    case "notice":
      return isUnasked(inbound) ? takeUnasked(acceptance, inbound) : takeNotice(acceptance, inbound);
    case "reaction":
      return takeReaction(acceptance, inbound);
    case "file_edit":
      return takeFileEdit(acceptance, inbound);
    case "command":
      return takeCommand(acceptance, inbound);
  }
}
