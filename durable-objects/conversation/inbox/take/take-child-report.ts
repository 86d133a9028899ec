/**
 * A child's report: it becomes the result of the waiting call, or a message in the name of the child's agent.
 */
import type { EventBody } from "../../../../src/domain/events.ts";
import type { ReportInbound, Source } from "../../../../src/domain/inbound.ts";
import type { MessageStatus } from "../../../../src/domain/message.ts";
import { childEvent, closeChild } from "../../children/close.ts";
import { waitForNextTry } from "../../children/job.ts";
import type { ChildRow } from "../../rows/children.ts";
import type { Store } from "../../rows/store.ts";
import type { ParkedRow } from "../../rows/turns/step-journal.ts";
import { openTurnOf, waitingCalls } from "../../rows/waiting-calls.ts";
import type { Acceptance, AcceptedInput, TakeResult } from "../acceptance/acceptance.ts";
import { goBehindPeople } from "../acceptance/ranks.ts";
import { NOTHING_WAITS, settleCall, TOO_EARLY } from "../acceptance/settle-call.ts";
import { lastWords, resultText, spokenText } from "./outcome-words.ts";
import { sayUnasked } from "./take-unasked.ts";

/** Takes effect once per child; a later report only updates the cost. */
export function takeChildReport(acceptance: Acceptance, child: ChildRow, inbound: ReportInbound): TakeResult {
  if (child.call_id !== inbound.call_id) return NOTHING_WAITS;
  if (child.ended_at !== null) return counted(acceptance, child, inbound);
  if (inbound.again_at !== undefined) {
    const events = waitForNextTry(acceptance.store, child, { ...inbound, at: inbound.again_at });
    return { turn_id: null, message_id: null, events };
  }
  return child.report === "message"
    ? posted(acceptance, child, inbound)
    : settled(acceptance, child, inbound);
}

function settled(acceptance: Acceptance, child: ChildRow, inbound: ReportInbound): TakeResult {
  const { store } = acceptance;
  const waiting = callOf(store, child);
  if (!waiting && openTurnOf(store, child)) return TOO_EARLY;
  const ended = close(acceptance, child, inbound);
  // The turn has ended, so nothing waits for the result.
  if (!waiting) return { turn_id: null, message_id: null, events: ended };
  const { outcome } = inbound;
  const is_error = outcome.status !== "completed";
  const result = { content: resultText(outcome), is_error, trust: inbound.account?.trust ?? "untrusted" };
  const taken = settleCall(store, waiting, result);
  goBehindPeople(store, child.turn_id, acceptance.now);
  return { ...taken, events: [...ended, ...taken.events] };
}

function posted(acceptance: Acceptance, child: ChildRow, inbound: ReportInbound): AcceptedInput {
  const { outcome } = inbound;
  const ended = close(acceptance, child, inbound);
  const said = sayUnasked(acceptance, {
    text: spokenText(outcome),
    trust: inbound.account?.trust ?? "untrusted",
    spoken_by: { agent: child.agent, author: child.name },
    status: STATUS[outcome.status],
    place: placeOf(acceptance, child),
  });
  return { ...said, events: [...ended, ...said.events] };
}

/** The child may have cost more than was known when it was stopped. */
function counted({ store }: Acceptance, child: ChildRow, { account }: ReportInbound): AcceptedInput {
  const nothing = { turn_id: null, message_id: null, events: [] };
  if (!account) return nothing;
  const { steps, cost_usd } = account;
  store.children.change(child.id, { steps, cost_usd });
  return { ...nothing, events: [childEvent({ ...child, steps, cost_usd })] };
}

function close({ store, deps, now }: Acceptance, child: ChildRow, inbound: ReportInbound): EventBody[] {
  const { outcome, account } = inbound;
  // Only what was reported in time counts, so the child can stop.
  if (outcome.status === "given_up") deps.tell(child, { type: "halt" });
  const spent = account ? { steps: account.steps, cost_usd: account.cost_usd } : {};
  return closeChild(store, child, { state: outcome.status, words: lastWords(outcome), now, ...spent });
}

function callOf(store: Store, child: ChildRow): ParkedRow | undefined {
  return waitingCalls(store, ["child"]).find(({ turn_id, call_id, record: { parked } }) => {
    const isCall = turn_id === child.turn_id && call_id === child.call_id;
    return isCall && parked.kind === "child" && parked.conversation_id === child.id;
  });
}

const STATUS: Record<ReportInbound["outcome"]["status"], MessageStatus> = {
  completed: "complete",
  halted: "halted",
  failed: "failed",
  given_up: "failed",
};

/** The place where the task was given, when people there get messages delivered. */
function placeOf({ store, deps }: Acceptance, { turn_id }: ChildRow): Source | undefined {
  const source = store.turns.get(turn_id)?.source;
  const kind = source && deps.kinds[source.channel];
  return kind?.carried && kind.peers === "people" ? source : undefined;
}
