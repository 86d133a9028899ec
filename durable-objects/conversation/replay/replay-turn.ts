/** Replays a turn: its context, another model or agent, tools that are answered from the journal. */
import { runTurn, type TurnDeps } from "../../../src/agent/loop/run-turn.ts";
import { NO_GRANTS } from "../../../src/agent/ports/grants.ts";
import type { Journal, StepRecord, TurnOutcome } from "../../../src/agent/turn.ts";
import type { Replay, ReplayChange, ReplaySide } from "../../../src/domain/conversation/replay.ts";
import { type Message, type Part, textOf } from "../../../src/domain/message.ts";
import { deadlineAfter, within } from "../../../src/domain/time/deadline.ts";
import { History } from "../context/model-history.ts";
import { TurnContexts } from "../context/turn-context.ts";
import { meterModel } from "../ledger/side-calls.ts";
import { budgetCheck } from "../ledger/turn-budget.ts";
import { usageOf } from "../ledger/turn-costs.ts";
import { loadSteps } from "../rows/turns/step-journal.ts";
import type { StoredTurn } from "../rows/turns/turns.ts";
import { gather, type PreparedTurn, type RecordedMoment } from "../turn/gather.ts";
import type { ReplayDeps } from "./deps.ts";
import { callsOf, JournalTools } from "./journal-tools.ts";
import { noConversation } from "./no-conversation.ts";

const LONGEST_PREPARATION_MS = 60_000;
const LONGEST_MS = 5 * 60_000;
const SILENT = { push: () => undefined };

/** Undefined when its question or its answer was deleted. */
export async function replayTurn(
  deps: ReplayDeps,
  original: StoredTurn,
  change: ReplayChange,
): Promise<Replay | undefined> {
  const { store } = deps;
  const answer = store.transcript.get(original.answer_id);
  const question = store.transcript.get(original.trigger_id);
  const steps = loadSteps(store.sql, original.id);
  if (!answer || !question) return undefined;
  const first = sideOf(original, answer);
  const prepared = await prepare(deps, { original, answer, steps, change, first });
  const replay =
    "reason" in prepared
      ? refused(first, change, prepared.reason)
      : await run(deps, { prepared, change }, answer.parts);
  return { turn_id: original.id, question: textOf(question.parts), original: first, replay };
}

interface Preparation {
  original: StoredTurn;
  answer: Message;
  steps: StepRecord[];
  change: ReplayChange;
  /** The agent and the model that answered, whoever was asked. */
  first: Pick<ReplaySide, "agent" | "model">;
}

/** The dynamic part of the prompt is the recorded one: the same memories, the same time. Memory is not asked. */
async function prepare(
  deps: ReplayDeps,
  { original, answer, steps, change, first }: Preparation,
): Promise<PreparedTurn | { reason: string }> {
  const { store, ports, later } = deps;
  const row = {
    ...original,
    agent: change.agent ?? first.agent,
    mode: change.mode ?? original.mode,
    model: change.model ?? (change.agent === undefined ? first.model || null : null),
  };
  const compactor = { run: async () => NOTHING, isQuick: () => true, note: () => undefined };
  const contexts = new TurnContexts({
    store,
    ports,
    later,
    pump: SILENT,
    compactor,
    history: new History(store),
  });
  const recorded = recordedMoment({ original, answer, steps, change });
  const input = { row, steps, isResumed: false, contexts, pinsBefore: [], recorded, as: change.as };
  const window_start = store.meta.window_start;
  const bounds = { ms: LONGEST_PREPARATION_MS, later };
  const gathered = await within(bounds, (wanted) => gather({ ...deps, pump: SILENT }, input, wanted));
  // A history that does not fit is cut for the replay alone.
  store.meta.window_start = window_start;
  if (gathered.status !== "ready") return { reason: "Preparing the replay took too long. Try again." };
  return "refused" in gathered.value ? { reason: gathered.value.reason } : gathered.value;
}

const NOTHING = { status: "nothing", reason: "" } as const;

/**
 * Turns of before blocks were kept are shown their memories, at the time of their start. So is another mode, since the
 * block says how to work in the first one.
 */
function recordedMoment({ original, answer, steps, change }: Omit<Preparation, "first">): RecordedMoment {
  const { summary, ended_at, created_at } = original;
  const ended = summary && "steps" in summary ? summary : undefined;
  const dynamic = steps[0]?.reply.dynamic ?? ended?.dynamic;
  if (dynamic !== undefined && change.mode === undefined) return { dynamic };
  const at = ended_at === null ? created_at : ended_at - (ended?.duration_ms ?? 0);
  return { recalled: (answer.recalled ?? []).map((memory) => ({ ...memory, score: 0 })), at };
}

async function run(
  deps: ReplayDeps,
  { prepared, change }: { prepared: PreparedTurn; change: ReplayChange },
  parts: readonly Part[],
): Promise<ReplaySide> {
  const { ports, later } = deps;
  const { turn, context } = prepared;
  const answers = new JournalTools(parts);
  const steps: StepRecord[] = [];
  const startedAt = ports.now();
  const limit = deadlineAfter(LONGEST_MS, later);
  const tools = answers.answering(prepared.tools);
  const events = runTurn(loopDeps(deps, prepared, { steps, left_usd: change.left_usd }), {
    turn,
    context,
    tools,
    steps,
    signal: limit.signal,
  });
  let next = await events.next();
  while (!next.done) next = await events.next();
  limit.clear();
  const outcome = next.value;
  return {
    agent: turn.agent.slug,
    model: steps.at(-1)?.reply.model ?? outcomeModel(outcome) ?? turn.models[0] ?? "",
    status: outcome.status === "parked" ? "halted" : outcome.status,
    reason: "reason" in outcome ? outcome.reason : null,
    text: textOf(outcome.parts),
    calls: answers.callsOf(steps),
    ...spent(steps, outcome),
    steps: steps.length,
    duration_ms: ports.now() - startedAt,
  };
}

interface Accounts {
  steps: StepRecord[];
  /** US dollars that may be spent; undefined: no limit. */
  left_usd: number | undefined;
}

function loopDeps(
  deps: ReplayDeps,
  { turn, context }: PreparedTurn,
  { steps, left_usd }: Accounts,
): TurnDeps {
  const { store, ports, later } = deps;
  const id = ports.ids.create("call");
  const life = { startedAt: ports.now(), billed: 0 };
  const purpose = { id: `${turn.id}:replay:${id}`, agent: turn.agent.slug, purpose: "replay" };
  const left = () => (left_usd === undefined ? null : left_usd - costOf(steps));
  const budgeted = { turn: { ...turn, id: purpose.id as typeof turn.id }, context, steps, life };
  return {
    model: meterModel(deps, purpose),
    media: (parts) => ports.media(store.meta.owner, parts),
    // Permissions are not asked for, since no tool runs.
    policy: { decide: () => ({ verdict: "allow" }) },
    grants: NO_GRANTS,
    cut: (outcome) => outcome,
    // A replay reads nothing anew.
    keepSources: async () => [],
    journal: FORGETFUL,
    conversation: noConversation(store.meta),
    now: ports.now,
    deadline: (ms) => deadlineAfter(ms, later),
    budget: budgetCheck(ports.budgets, { ...budgeted, left, on_behalf_of: [] }),
    steer: () => [],
    waitingCalls: () => [],
  };
}

/** US dollars; unknown prices are left out. */
function costOf(steps: readonly StepRecord[]): number {
  return steps.reduce((sum, { reply }) => sum + (reply.cost_usd ?? 0), 0);
}

const FORGETFUL: Journal = { reply: () => undefined, call: () => undefined };

function outcomeModel(outcome: TurnOutcome): string | undefined {
  return "spent" in outcome ? outcome.spent?.model : undefined;
}

function spent(steps: readonly StepRecord[], outcome: TurnOutcome): Pick<ReplaySide, "usage" | "cost_usd"> {
  const lost = "spent" in outcome && outcome.spent ? [outcome.spent] : [];
  const all = [...steps.map(({ reply }) => reply), ...lost];
  const cost_usd = all.reduce<number | null>(
    (sum, call) => (sum === null || call.cost_usd === null ? null : sum + call.cost_usd),
    0,
  );
  return { usage: usageOf(all), cost_usd };
}

export function sideOf({ state, summary, agent }: StoredTurn, answer: Message): ReplaySide {
  const ended = summary && "steps" in summary ? summary : undefined;
  return {
    agent: ended?.agent || agent || answer.agent || "",
    model: answer.model ?? ended?.model ?? "",
    status: state === "failed" || state === "halted" ? state : "completed",
    reason: ended?.reason ?? null,
    text: textOf(answer.parts),
    calls: callsOf(answer.parts),
    steps: ended?.steps ?? 0,
    usage: answer.usage ?? usageOf([]),
    cost_usd: answer.cost_usd ?? null,
    duration_ms: ended?.duration_ms ?? answer.duration_ms ?? null,
  };
}

/** A turn that nobody answers: a failed one, which says why. */
function refused({ agent, model }: ReplaySide, change: ReplayChange, reason: string): ReplaySide {
  return {
    ...{ agent: change.agent ?? agent, model: change.model ?? model, status: "failed", reason, text: "" },
    ...{ calls: [], steps: 0, usage: usageOf([]), cost_usd: 0, duration_ms: 0 },
  };
}
