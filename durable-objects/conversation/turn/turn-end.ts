/** Ends a turn: one commit holds the answer, the turn's state, its last events and the after-work. */

import { closeCalls, partsOfSteps } from "../../../src/agent/loop/assemble.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import type { ReportAccount } from "../../../src/domain/inbound.ts";
import {
  errorPart,
  type Message,
  type MessageStatus,
  type Part,
  textOf,
} from "../../../src/domain/message.ts";
import { type EndedTurn, hasLines, logTurn } from "../../../src/observability/log-turn.ts";
import { type LostCall, recordOfTurn } from "../../../src/observability/turn-record.ts";
import { haltChildren } from "../children/close.ts";
import type { Family } from "../children/family.ts";
import { unansweredInVisit } from "../inbox/visited.ts";
import { queueAfterWork } from "../ledger/after-work.ts";
import { reportedTurn, turnEnded } from "../ledger/happened.ts";
import { noteCosts, spendingOf, type TurnSpending, usageOf } from "../ledger/turn-costs.ts";
import type { Ending } from "../ledger/turn-life.ts";
import { endDraft } from "../outbox/draft.ts";
import type { TurnSummary } from "../rows/schema/stored-json.ts";
import type { Store } from "../rows/store.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import { answerShell, madeBy, recalledFor } from "./answer-shell.ts";
import type { RunnerDeps } from "./runner-deps.ts";
import { originOf, steeredIn, takeIn } from "./steering.ts";

/** Source of the events that tell readers of the end. */
interface Closing {
  message: Message;
  spent: TurnSpending;
  now: number;
}

const STATUS: Record<Ending["outcome"]["status"], MessageStatus> = {
  completed: "complete",
  halted: "halted",
  failed: "failed",
};

/** Returns the answer as stored; its events were already sent. */
export function endTurn(deps: RunnerDeps, ending: Ending): Message {
  const { store, ports, pump, broadcast } = deps;
  const now = ports.now();
  pump.flush();
  const spending = spendingOf(ending, now);
  const message = answerOf(ending, spending, now);
  const origin = originOf(ending.row, ending.steps);
  const summary = summaryOf(ending, now);
  const ended = endedTurn(deps, ending, summary);
  const events = store.commit(now, () => {
    const { row, steps, outcome, life } = ending;
    const absorbed = takeIn(store, row, { steered: steeredIn(steps), now });
    if (life.isFirst || !store.transcript.has(message.id)) store.meta.message_count += 1;
    store.transcript.put(message, row.id);
    store.turns.end(row.id, { state: outcome.status, summary, ended_at: now });
    countIn(deps, message, spending);
    const costs = spending.rows.slice(life.billed);
    noteCosts(deps, costs);
    const message_ids = [origin, ...steeredIn(steps).map(({ id }) => id)];
    const news = isNews(store, row) && { said_seq: store.log.seq + 1 };
    const said = { asked: message_ids, answer: message.id };
    const happened = [turnEnded(ending, said, now)];
    const told = { happened, ...(ended && { ended: reportedTurn(ending, { ...ended, ...said }, now) }) };
    queueAfterWork(store, { costs, message_ids: [...message_ids, message.id], ...told, ...news });
    const halted = haltWaitedFor(deps, row, now);
    putReply(deps, ending, message);
    const isSaid = textOf(message.parts).trim() !== "";
    const uncounted = isSaid || outcome.status === "completed" ? [] : unansweredInVisit(store, now);
    const bodies = [...halted, ...uncounted, ...endEvents(ending, { message, spent: spending, now })];
    const logged = bodies.map((body) => store.log.append(body, row.id, now));
    return [...absorbed, ...logged];
  });
  for (const event of events) broadcast(event);
  deps.outbox.kick();
  // The answer goes out first, since collected logs make a line slow.
  if (ended && hasLines(ports.log, ended)) deps.later(() => logTurn(ports.log, ended), 0);
  return message;
}

/**
 * Whether the answer counts as news in the app. Chat platforms show people their answers; the conversations
 * of the system report where they are set to.
 */
function isNews({ meta }: Store, { source: { channel } }: TurnRow): boolean {
  if (meta.channel === "system") return false;
  return channel === "web" || channel === "system";
}

function endedTurn(
  { store }: RunnerDeps,
  { row, outcome }: Ending,
  summary: TurnSummary,
): EndedTurn | undefined {
  const { agent, duration_ms, reason, trace } = summary;
  const conversation = store.meta.conversation_id;
  const ended = { conversation, turn: row.id, status: outcome.status, agent, duration_ms };
  return trace && { ...ended, trace, ...(reason !== undefined && { reason }) };
}

function summaryOf({ turn, steps, outcome, life, size }: Ending, now: number): TurnSummary {
  return {
    agent: turn?.agent.slug ?? "",
    model: madeBy(steps, lostCall(outcome)?.spent).model ?? turn?.models[0] ?? "",
    steps: steps.length,
    duration_ms: now - life.startedAt,
    ...(outcome.status !== "completed" && { reason: outcome.reason }),
    ...(outcome.status === "failed" && !outcome.retryable && { is_lasting: true as const }),
    trace: recordOfTurn(life.trace.whole(), steps, lostCall(outcome)),
    ...(size && { size }),
    ...unjournaledBlock(steps),
  };
}

/** The journal has no reply of a turn that answered at once, so the summary keeps what its model was given. */
function unjournaledBlock([first]: Ending["steps"]): Pick<TurnSummary, "dynamic"> {
  const { dynamic, calls, cut } = first?.reply ?? {};
  const isJournaled = (calls?.length ?? 0) > 0 || cut === "goes_on";
  return dynamic === undefined || isJournaled ? {} : { dynamic };
}

function lostCall(outcome: Ending["outcome"]): LostCall | undefined {
  if (!outcome.spent) return undefined;
  return { finish: outcome.status === "halted" ? "stopped" : "failed", spent: outcome.spent };
}

/** Children whose result the turn waited for are stopped when it ends. */
function haltWaitedFor({ store, outbox }: RunnerDeps, { id }: TurnRow, now: number): EventBody[] {
  const waitedFor = store.children
    .open()
    .filter(({ report, turn_id }) => report === "result" && turn_id === id);
  const tell: Family["tell"] = (child, message) => outbox.tellChild(child, message);
  return haltChildren({ store, tell }, waitedFor, now);
}

function putReply({ outbox, store }: RunnerDeps, ending: Ending, message: Message): void {
  const { row, turn, outcome } = ending;
  const to = outbox.addressee(row);
  // One member's wish for voice does not apply to a whole group.
  const isAloud = outbox.speaks && turn?.is_aloud === true && row.source.is_group !== true;
  const aloud = isAloud && { aloud: { voice: turn.agent.voice } };
  const account = accountOf(store, ending);
  const draft = to && endDraft(to, message.parts, { outcome, account, ...aloud });
  if (draft) outbox.put(row, draft);
  outbox.growth.ended(row);
  const ids = [originOf(row, ending.steps), ...steeredIn(ending.steps).map(({ id }) => id)];
  const questions = ids.flatMap((id) => store.transcript.get(id) ?? []);
  outbox.mirror(row.source, { questions, answer: message, outcome });
}

/** Steps and cost of the conversation so far, for its parent. */
function accountOf({ meta, children }: Store, { steps, trust }: Ending): ReportAccount {
  const job = meta.parent?.job && { has_job: true as const };
  return { steps: steps.length, cost_usd: meta.cost_usd + children.cost_usd(), trust, ...job };
}

function answerOf(ending: Ending, spent: TurnSpending, now: number): Message {
  const { row, turn, steps, outcome, trust, life } = ending;
  const message: Message = {
    ...answerShell(row, turn, now),
    parent_id: steeredIn(steps).at(-1)?.id ?? row.trigger_id,
    parts: finalParts(ending),
    status: STATUS[outcome.status],
  };
  message.usage = spent.usage;
  if (spent.cost_usd !== null) message.cost_usd = spent.cost_usd;
  // In the column order of the row, so that a replay has the same bytes.
  if (trust === "untrusted") message.trust = trust;
  return {
    ...message,
    ...madeBy(steps, outcome.spent),
    duration_ms: now - life.startedAt,
    ...recalledFor(life),
    ...(ending.quotes_none && { quotes_none: true as const }),
  };
}

/** A broken turn still shows the text of its recorded steps, and why it ended. */
function finalParts({ steps, outcome }: Ending): Part[] {
  for (const step of steps) if (outcome.status !== "completed") closeCalls(step, outcome.reason);
  const parts = outcome.parts.length > 0 ? outcome.parts : partsOfSteps(steps);
  if (outcome.status !== "failed" || parts.at(-1)?.type === "error") return parts;
  return [...parts, errorPart(outcome.error, outcome.reason, outcome.retryable)];
}

function countIn({ store }: RunnerDeps, message: Message, spent: TurnSpending): void {
  const { meta } = store;
  if (isNext(store, message)) meta.head = message.id;
  meta.turn_count += 1;
  meta.revision += 1;
  meta.input_tokens += spent.usage.input_tokens;
  meta.output_tokens += spent.usage.output_tokens;
  meta.cost_usd += spent.rows.reduce((sum, row) => sum + (row.cost_usd ?? 0), 0);
}

/** Whether the head moves to this answer. Of two answers to the same message, the one requested last wins. */
function isNext({ meta, transcript }: Store, message: Message): boolean {
  if (meta.head === null || meta.head === message.parent_id) return true;
  const head = transcript.get(meta.head);
  return head?.role === "assistant" && head.parent_id === message.parent_id && head.id < message.id;
}

function endEvents({ outcome, steps, life }: Ending, { message, spent, now }: Closing): EventBody[] {
  const events: EventBody[] = [];
  if (outcome.status === "halted") events.push({ type: "notice", level: "info", text: outcome.reason });
  if (outcome.status === "failed") {
    const { error, reason, retryable } = outcome;
    events.push({ type: "error", error, reason, retryable });
  }
  events.push({ type: "message", message });
  events.push({
    type: "turn_end",
    status: outcome.status,
    message_id: message.id,
    usage: spent.usage,
    cost_usd: spent.cost_usd,
    steps: steps.length,
    duration_ms: now - life.startedAt,
    ...("reason" in outcome && { reason: outcome.reason }),
    ...(life.billed > 0 && { usage_since_parked: usageOf(spent.rows.slice(life.billed)) }),
  });
  return events;
}
