/** The agent's loop over a prepared turn: its journal, its budget, its steering, and its events on their way to readers. */
import { attributeMessage } from "../../../src/agent/context/attribution.ts";
import { runTurn, type TurnDeps } from "../../../src/agent/loop/run-turn.ts";
import type { Opening } from "../../../src/agent/ports/opening.ts";
import type { Sound } from "../../../src/agent/sound/spoken-part.ts";
import { type GivenSource, memoriesGiven, sourcesGiven } from "../../../src/agent/sources/given.ts";
import type { SteeredMessage, TurnContext, TurnOutcome } from "../../../src/agent/turn.ts";
import { modeRecord } from "../../../src/domain/fields/mode.ts";
import type { RecalledSource } from "../../../src/domain/message.ts";
import { markOf } from "../../../src/domain/text/foreign-text.ts";
import { deadlineAfter } from "../../../src/domain/time/deadline.ts";
import { leftOf } from "../ledger/mandate-left.ts";
import { budgetCheck } from "../ledger/turn-budget.ts";
import { inWhoseName } from "../ledger/turn-costs.ts";
import { parkedCalls, StepJournal } from "../rows/turns/step-journal.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import { conversationPort } from "./conversation-port.ts";
import type { HelpEvents } from "./crisis-help.ts";
import type { PreparedTurn } from "./gather.ts";
import type { RunnerDeps } from "./runner-deps.ts";
import type { RunningTurn } from "./running-turn.ts";
import { steeredInto, takeIn } from "./steering.ts";
import { TurnSources } from "./turn-sources.ts";

export interface LoopRun extends Pick<RunningTurn, "row" | "steps" | "signal" | "life"> {
  journal: StepJournal;
  help: HelpEvents;
}

/** Each write of the journal stores the pending events too; a reply's takes in the messages that it has seen. */
export function journalOf(
  { store, ports, pump, broadcast }: RunnerDeps,
  { row, life: { trace } }: RunningTurn,
): StepJournal {
  return new StepJournal(store.sql, row.id, {
    onReply: ({ steered }) => {
      if (!steered) return;
      pump.flush();
      for (const event of takeIn(store, row, { steered, now: ports.now() })) broadcast(event);
    },
    onWrite: () => {
      store.turns.forgetAttempts(row);
      pump.storeWithinTransaction();
    },
    timings: () => trace.take(),
  });
}

/** Resolves when the turn has ended or parks. */
export async function runLoop(deps: RunnerDeps, prepared: PreparedTurn, run: LoopRun): Promise<TurnOutcome> {
  const { turn, tools } = prepared;
  const { steps, signal, life } = run;
  const context = { ...prepared.context, given: givenIn(prepared.context, life.trace.whole().memories) };
  const sources = new TurnSources(deps);
  const events = runTurn(loopDeps(deps, prepared, { ...run, sources }), {
    turn,
    context,
    tools,
    steps,
    signal,
  });
  for (;;) {
    const next = await events.next();
    if (next.done) return bound(deps, sources, { outcome: next.value, context, steps });
    deps.pump.push(next.value);
    const help = run.help.after(next.value);
    if (help) deps.pump.push(help);
  }
}

function givenIn({ said = [] }: TurnContext, memories: readonly RecalledSource[] = []): GivenSource[] {
  return [...sourcesGiven(said), ...memoriesGiven(memories)];
}

async function bound(
  { pump }: RunnerDeps,
  sources: TurnSources,
  { outcome, ...turn }: { outcome: TurnOutcome } & Parameters<TurnSources["bound"]>[1],
): Promise<TurnOutcome> {
  const answer = await sources.bound(outcome, turn);
  for (const event of answer.events) pump.push(event);
  return answer.outcome;
}

function loopDeps(
  deps: RunnerDeps,
  prepared: PreparedTurn,
  run: LoopRun & { sources: TurnSources },
): TurnDeps {
  const { store, ports, later } = deps;
  const { row, steps, journal, sources } = run;
  return {
    model: ports.model,
    media: (parts) => ports.media(store.meta.owner, parts),
    keepFile: (file) => ports.keepFile(store.meta.owner, file),
    sound: soundOf(deps, prepared, row),
    policy: ports.policy,
    grants: ports.grants,
    keepSources: (read, trust) => sources.keep(read, trust),
    cut: store.meta.temporary ? ports.cutUnstored : ports.cutOutput,
    journal,
    conversation: conversationPort(deps, { row, models: prepared.turn.models, steps }),
    now: ports.now,
    deadline: (ms) => deadlineAfter(ms, later),
    opening: openingOf(deps, prepared),
    budget: budgetOf(deps, prepared, run),
    steer: () => steer(deps, prepared, run),
    waitingCalls: () => parkedCalls(store.sql).map((call) => call.call_id),
  };
}

/** Loaded with the first turn that opens so. */
function openingOf({ ports }: RunnerDeps, { turn }: PreparedTurn): Opening | undefined {
  if (!turn.mode || modeRecord(turn.mode.works).opening !== "search") return undefined;
  return async (run) => (await import("../../../src/tools/web/opening/opening.ts")).searchOpening(ports, run);
}

/** Sound is asked for where the model has a voice and somebody hears it, and goes to them alone. */
function soundOf({ ports, listeners }: RunnerDeps, { turn }: PreparedTurn, { id: turn_id }: TurnRow): Sound {
  const speaks = () => ports.model.info(turn.models[0] ?? "").capabilities.audio_output;
  const { voice } = turn.agent;
  return {
    wish: () => (listeners.hasListeners && speaks() ? { ...(voice != null && { voice }) } : undefined),
    send: (piece) => listeners.speak({ type: "speech", turn_id, ...piece }),
  };
}

function budgetOf({ store, ports }: RunnerDeps, { turn, context }: PreparedTurn, { steps, life }: LoopRun) {
  const left = () => leftOf(store, steps);
  return budgetCheck(ports.budgets, {
    turn,
    context,
    steps,
    life,
    left,
    on_behalf_of: inWhoseName(store.meta),
  });
}

function steer(
  { store, ports }: RunnerDeps,
  { context, contextRequest: { cast } }: PreparedTurn,
  { row }: LoopRun,
): SteeredMessage[] {
  if (cast.steering !== "next_step" || cast.isStillOpen?.() === false) return [];
  const steered = steeredInto(store, row, ports.now());
  const { asker } = context;
  if (!asker) return steered;
  // Messages of a conversation with several people carry the names of their authors.
  return steered.map(({ text, ...message }) => ({
    ...message,
    text: attributeMessage(asker, text, { mark: markOf(message.id) }),
  }));
}
