/** Runs one turn: prepares it, runs the loop, and commits how it ended. */
import { attributeMessage } from "../../../src/agent/context/attribution.ts";
import { trustOf } from "../../../src/agent/loop/run-tools.ts";
import { runTurn } from "../../../src/agent/loop/run-turn.ts";
import { pinsOf } from "../../../src/agent/ports/tool.ts";
import { STOPPED, type SteeredMessage, type StepRecord, type TurnOutcome } from "../../../src/agent/turn.ts";
import type { Voice } from "../../../src/domain/conversation/voices.ts";
import type { MediaPart } from "../../../src/domain/message.ts";
import { markOf } from "../../../src/domain/text/foreign-text.ts";
import { deadlineAfter, within } from "../../../src/domain/time/deadline.ts";
import { type Trust, trustIf } from "../../../src/domain/trust.ts";
import type { NoCast } from "../context/casting.ts";
import { TurnContexts } from "../context/turn-context.ts";
import type { Ending } from "../ledger/ending.ts";
import { LostCall, type Past } from "../ledger/lost-call.ts";
import { leftOf } from "../ledger/mandate-left.ts";
import { withEstimate } from "../ledger/stopped-call.ts";
import { budgetCheck } from "../ledger/turn-budget.ts";
import { inWhoseName } from "../ledger/turn-costs.ts";
import { beginLife, type TurnLife } from "../ledger/turn-life.ts";
import { loadSteps, parkedCalls, StepJournal } from "../rows/turns/step-journal.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import { conversationPort } from "./conversation-port.ts";
import { gather, type PreparedTurn } from "./gather.ts";
import type { RunnerDeps } from "./runner-deps.ts";
import { steeredInto, takeIn } from "./steering.ts";
import { endTurn } from "./turn-end.ts";
import { parkTurn } from "./turn-park.ts";
import { waitToBegin } from "./wait-to-begin.ts";

const MAX_ATTEMPTS = 5;
/** Limit on the preparation of a turn, which reads several stores. */
const LONGEST_PREPARATION_MS = 60_000;

export class TurnRunner {
  private readonly deps: RunnerDeps;
  private readonly contexts: TurnContexts;
  private pinsBefore: readonly string[] = [];

  constructor(deps: RunnerDeps) {
    this.deps = deps;
    this.contexts = new TurnContexts(deps);
  }

  /** Never throws: a failure ends the turn with a message that says so. */
  async run(row: TurnRow, signal: AbortSignal, past: Past): Promise<void> {
    const { store, ports, pump, outbox } = this.deps;
    const steps = store.turns.takeFresh(row.id) ? [] : loadSteps(store.sql, row.id);
    const isResumed = past !== "fresh";
    const lost = past === "under way" ? new LostCall(this.deps, row, steps) : undefined;
    const isFirst = steps.length === 0 && !isResumed;
    const life = beginLife(store, row, { isFirst, now: ports.now });
    const preview = outbox.growth.begin(row, steps);
    pump.open(row.id, (body) => {
      life.trace.follow(body);
      preview?.hear(body);
    });
    const stopTyping = outbox.typing(row.source);
    const giveUp = (outcome: EndOutcome) => this.giveUp({ row, steps, outcome, life }, lost);
    try {
      if (row.state === "halting") return giveUp(haltedWhileAway());
      if (isResumed && row.attempts >= MAX_ATTEMPTS) return giveUp(sealed());
      const begun = await this.begins(row, { signal, past, step: steps.length + 1 });
      if (begun === "stopped") return giveUp(haltedWhileAway());
      if (begun === "refused") return giveUp(crowded());
      const { contexts, pinsBefore } = this;
      const input = { row, steps, isResumed, contexts, pinsBefore };
      const work = (wanted: AbortSignal) => gather(this.deps, input, wanted);
      const bounds = { ms: LONGEST_PREPARATION_MS, later: this.deps.later, stop: signal };
      const prepared = await within(bounds, work);
      if (prepared.status === "stopped") return giveUp(haltedWhileAway());
      if (prepared.status === "late") return giveUp(unprepared());
      const gathered = prepared.value;
      if ("refused" in gathered) return giveUp(refusedTo(gathered));
      const journal = this.journalOf(row, life);
      const { turn, context } = gathered;
      this.pinsBefore = pinsOf(gathered.tools);
      lost?.book({ agent: turn.agent.slug, model: turn.models[0] ?? "", context });
      const ended = await this.fitted(gathered, { row, steps, journal, signal, life });
      const outcome = withEstimate(ended, { context, steps, model: ports.model });
      if (outcome.status === "parked") this.park({ row, turn, steps, parts: outcome.parts, journal, life });
      else this.end({ row, turn, steps, outcome, life, trust: trustOfTurn(gathered, steps) });
    } catch (problem) {
      ports.log.error("turn_broke", { turn: row.id, problem: String(problem) });
      giveUp(broken());
    } finally {
      ports.starts.left(row.id);
      stopTyping();
      preview?.stop();
      pump.close();
    }
  }

  /**
   * Admission control. A child's turn skips the queue, because its parent holds a slot and waits for it
   * (deadlock).
   */
  private async begins(
    { id, actor, source }: TurnRow,
    { signal, past, step }: { signal: AbortSignal; past: Past; step: number },
  ): ReturnType<typeof waitToBegin> {
    const { store, ports, pump, later } = this.deps;
    const { starts, now } = ports;
    const person = actor?.person ?? store.meta.owner;
    if (source.channel === "conversation") {
      starts.begin({ id, person }, now());
      return "begins";
    }
    const isPlanned = source.channel === "system";
    const urgency = past === "under way" ? "cut_off" : isPlanned ? "planned" : "asked";
    let isTold = false;
    const tell = (before: number) => {
      pump.push({ type: "state", state: "waiting", step: 0, tools: [], before });
      // Stored, so that after a crash it is known that no model was called.
      if (!isTold) pump.keep();
      isTold = true;
    };
    const begun = await waitToBegin({ starts, now, later, tell }, { id, person, urgency }, signal);
    if (!isTold || begun !== "begins") return begun;
    pump.push({ type: "state", state: "thinking", step, tools: [] });
    pump.keep();
    return begun;
  }

  forgetHistory(): void {
    this.contexts.forget();
  }

  /** Ends with the recorded steps alone; text shown of a later step is void. */
  private giveUp(ending: Omit<Ending, "turn" | "trust">, lost: LostCall | undefined): void {
    lost?.book();
    this.deps.pump.push({ type: "reset", from_step: ending.steps.length + 1 });
    // The sources of the recorded steps are not read again.
    this.end({ ...ending, turn: undefined, trust: trustIf(ending.steps.length > 0) });
  }

  private end(ending: Ending): void {
    const message = endTurn(this.deps, ending);
    this.contexts.ended(message, ending.steps);
  }

  private park(waiting: Parameters<typeof parkTurn>[1]): void {
    parkTurn(this.deps, waiting);
    this.contexts.parked();
  }

  /** Retries once with a shorter context when the model refuses it as too long. */
  private async fitted(gathered: PreparedTurn, run: LoopRun): Promise<TurnOutcome> {
    const outcome = await this.loop(gathered, run);
    const isTooLong = outcome.status === "failed" && outcome.too_long === true;
    if (!isTooLong || !(await this.contexts.shortenAfterRefusal(gathered.wish))) return outcome;
    return this.loop({ ...gathered, context: await this.contexts.build(gathered.wish) }, run);
  }

  private journalOf(row: TurnRow, { trace }: TurnLife): StepJournal {
    const { store, ports, pump, broadcast } = this.deps;
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

  private async loop(
    { turn, context, tools, wish: { cast } }: PreparedTurn,
    { row, steps, journal, signal, life }: LoopRun,
  ): Promise<TurnOutcome> {
    const { store, ports, pump } = this.deps;
    const deps = {
      model: ports.model,
      media: (parts: readonly MediaPart[]) => ports.media(store.meta.owner, parts),
      policy: ports.policy,
      cut: ports.cutOutput,
      journal,
      conversation: conversationPort(this.deps, { row, models: turn.models, steps }),
      now: ports.now,
      deadline: (ms: number) => deadlineAfter(ms, this.deps.later),
      budget: budgetCheck(ports.budgets, {
        turn,
        context,
        steps,
        life,
        left: () => leftOf(store, steps),
        on_behalf_of: inWhoseName(store.meta),
      }),
      steer: () =>
        cast.steering === "next_step" && cast.isStillOpen?.() !== false
          ? heardAs(context.asker, steeredInto(store, row, ports.now()))
          : [],
      waitingCalls: () => parkedCalls(store.sql).map((call) => call.call_id),
    };
    const events = runTurn(deps, { turn, context, tools, steps, signal });
    for (;;) {
      const next = await events.next();
      if (next.done) return next.value;
      pump.push(next.value);
    }
  }
}

/** Labels steered messages with the name of the person whom the turn answers, if its messages carry names. */
function heardAs(asker: Voice | undefined, steered: readonly SteeredMessage[]): SteeredMessage[] {
  if (!asker) return [...steered];
  return steered.map((message) => ({
    ...message,
    text: attributeMessage(asker, message.text, { mark: markOf(message.id) }),
  }));
}

interface LoopRun {
  row: TurnRow;
  steps: StepRecord[];
  journal: StepJournal;
  signal: AbortSignal;
  life: TurnLife;
}

function trustOfTurn({ turn, context }: PreparedTurn, steps: readonly StepRecord[]): Trust {
  return trustIf(trustOf(steps, turn, context).tainted);
}

type EndOutcome = Exclude<TurnOutcome, { status: "parked" }>;

function sealed(): EndOutcome {
  const reason = `This turn was interrupted ${MAX_ATTEMPTS} times and has been given up. Send your message again to retry it.`;
  return { status: "failed", parts: [], error: "internal", reason, retryable: true };
}

/** Outcome when whoever caused the turn may not talk to its agent. */
function refusedTo({ refused: error, reason, retryable }: NoCast): EndOutcome {
  return { status: "failed", parts: [], error, reason, retryable };
}

function broken(): EndOutcome {
  const reason =
    "Something went wrong inside Nightjar while answering. Your message is kept: send it again to retry.";
  return { status: "failed", parts: [], error: "internal", reason, retryable: true };
}

function unprepared(): EndOutcome {
  const reason =
    "What the answer needs could not be read in time. Your message is kept: send it again to retry.";
  return { status: "failed", parts: [], error: "internal", reason, retryable: true };
}

function crowded(): EndOutcome {
  const reason =
    "More messages wait for an answer here than can be answered soon. Yours is kept: send it again in a few minutes.";
  return { status: "failed", parts: [], error: "rate_limited", reason, retryable: true };
}

function haltedWhileAway(): EndOutcome {
  return { status: "halted", parts: [], reason: STOPPED };
}
