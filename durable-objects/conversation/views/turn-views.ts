/** Past turns as people see them: trigger, duration, cost and errors. */
import type { Usage } from "../../../src/domain/message.ts";
import {
  costOf,
  recordOfTurn,
  type StepTrace,
  type ToolTrace,
  type TurnRecord,
  usageOf,
} from "../../../src/observability/turn-record.ts";
import { mergeTimings } from "../../../src/observability/turn-trace.ts";
import type { Deliveries } from "../rows/outgoing/deliveries.ts";
import type { TurnSummary } from "../rows/schema/stored-json.ts";
import type { Store } from "../rows/store.ts";
import { loadSteps, loadTimings } from "../rows/turns/step-journal.ts";
import { type ShownState, type StoredTurn, shownState } from "../rows/turns/turns.ts";
import { type DeliveryView, deliveryView } from "./delivery-views.ts";

export interface TurnView {
  id: string;
  status: ShownState | "running";
  agent: string | null;
  /** The model that answered last; before any has, the first choice. */
  model: string | null;
  channel: string;
  trigger_message_id: string;
  message_id: string;
  /** ISO 8601, as all times. */
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** Time from acceptance to start. */
  queued_ms: number | null;
  /** Duration of its last life, without earlier waits for people. */
  duration_ms: number | null;
  steps: number;
  usage: Usage;
  /** US dollars; null when the price of any call is unknown. */
  cost_usd: number | null;
  /** Number of crashes that interrupted the turn. */
  recoveries: number;
  /** Reason why it was stopped or failed. */
  reason: string | null;
  /** The turn failed, and will fail in the same way until a person does something. */
  is_lasting: boolean;
}

interface StepView extends Omit<StepTrace, "at" | "tools"> {
  at: string | null;
  tools: Omit<ToolTrace, "at">[];
}

export interface TurnTraceView extends Omit<TurnView, "steps"> {
  steps: StepView[];
  /** Number of recalled passages in its context. */
  recalled: number;
  /** Notices shown during the turn: fallbacks, retries, limits. */
  notices: string[];
  /** Deliveries of its replies to a channel. */
  deliveries: DeliveryView[];
}

export interface TurnPage {
  /** Newest first. */
  items: TurnView[];
  next_cursor: string | null;
}

/** `running` is the turn that runs now, if any: its row still says that it is queued. */
export interface Look {
  store: Store;
  running: string | null;
}

export function turnPage(look: Look, before: string | null, limit: number): TurnPage {
  const { store } = look;
  const rows = store.turns.page(before, limit + 1);
  const items = rows.slice(0, limit).map((row) => turnView(look, row, recordOf(store, row)));
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

export function turnTrace(look: Look, deliveries: Deliveries, id: string): TurnTraceView | undefined {
  const { store } = look;
  const row = store.turns.get(id);
  if (!row) return undefined;
  const record = recordOf(store, row);
  return {
    ...turnView(look, row, record),
    steps: record.steps.map((step) => ({
      ...step,
      at: timeOf(step.at),
      tools: step.tools.map(({ at: _at, ...tool }) => tool),
    })),
    recalled: record.recalled,
    notices: record.notices,
    deliveries: deliveries.ofTurn(row.id).map(deliveryView),
  };
}

/** The summary of an ended turn, or the journal so far of an open one. */
function recordOf(store: Store, row: StoredTurn): TurnRecord {
  if (row.ended_at !== null) return summaryOf(row)?.trace ?? EMPTY;
  const waiting = store.turns.waiting(row.id);
  const timings = [...loadTimings(store.sql, row.id), ...(waiting ? [waiting.timings] : [])];
  return recordOfTurn(mergeTimings(timings), loadSteps(store.sql, row.id));
}

const EMPTY: TurnRecord = { started_at: null, recoveries: 0, recalled: 0, notices: [], steps: [] };

function summaryOf({ summary }: StoredTurn): TurnSummary | undefined {
  return summary && "steps" in summary ? summary : undefined;
}

function turnView({ store, running }: Look, row: StoredTurn, record: TurnRecord): TurnView {
  const { transcript, meta } = store;
  const summary = summaryOf(row);
  const { started_at, steps, recoveries } = record;
  // A turn that was rebuilt from the trail has no trace: its answer has the totals.
  const answer = summary && !summary.trace ? transcript.get(row.answer_id) : undefined;
  return {
    id: row.id,
    status: row.state === "queued" && row.id === running ? "running" : shownState(row),
    agent: (summary?.agent || row.agent) ?? meta.agent,
    model: (summary?.model || row.model) ?? steps[0]?.model ?? meta.model,
    channel: row.source.channel,
    trigger_message_id: row.trigger_id,
    message_id: row.answer_id,
    created_at: new Date(row.created_at).toISOString(),
    started_at: timeOf(started_at),
    ended_at: timeOf(row.ended_at),
    queued_ms: started_at === null ? null : started_at - row.created_at,
    duration_ms: summary?.duration_ms ?? null,
    steps: summary?.steps ?? steps.length,
    usage: answer?.usage ?? usageOf(steps),
    cost_usd: answer ? (answer.cost_usd ?? null) : costOf(steps),
    recoveries,
    reason: summary?.reason ?? null,
    is_lasting: summary?.is_lasting === true,
  };
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
