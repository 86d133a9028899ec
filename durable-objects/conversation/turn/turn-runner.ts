/** Runs one turn: admits it, prepares it, runs the agent's loop, and commits how it ended. */
import { pinsOf } from "../../../src/agent/ports/tool.ts";
import type { TurnOutcome } from "../../../src/agent/turn.ts";
import { type InTime, within } from "../../../src/domain/time/deadline.ts";
import { trustIf } from "../../../src/domain/trust.ts";
import type { NoCast } from "../context/casting.ts";
import { TurnContexts } from "../context/turn-context.ts";
import type { Past } from "../ledger/lost-call.ts";
import { withEstimate } from "../ledger/stopped-call.ts";
import type { Ending } from "../ledger/turn-life.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import { admissionBarred } from "./admit.ts";
import { journalOf, type LoopRun, runLoop } from "./agent-loop.ts";
import { HelpEvents, helpOfGivenUp, withHelp } from "./crisis-help.ts";
import { gather, type PreparedTurn } from "./gather.ts";
import {
  BROKEN,
  type EndOutcome,
  HALTED,
  MAX_ATTEMPTS,
  refusalOutcome,
  SEALED,
  UNPREPARED,
} from "./give-up.ts";
import { lastRequestSize } from "./request-size.ts";
import type { RunnerDeps } from "./runner-deps.ts";
import { beginRun, type RunningTurn, showRun } from "./running-turn.ts";
import { endTurn } from "./turn-end.ts";
import { parkTurn } from "./turn-park.ts";
import { trustOfAnswer } from "./turn-trust.ts";

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

  /** The stages of a turn, given up at the first that it cannot pass. Never throws: a failure ends it with words. */
  async run(row: TurnRow, signal: AbortSignal, past: Past): Promise<void> {
    const run = beginRun(this.deps, { row, signal, past });
    const hide = showRun(this.deps, run);
    try {
      const barred = resumptionBarred(run) ?? (await admissionBarred(this.deps, run));
      if (barred) return this.giveUp(run, barred);
      const prepared = preparedOr(await this.prepare(run));
      if ("status" in prepared) return this.giveUp(run, prepared);
      const loopRun = this.enterLoop(run, prepared);
      const outcome = await this.answer(prepared, loopRun);
      this.settle(loopRun, prepared, outcome);
    } catch (problem) {
      this.deps.ports.log.error("turn_broke", { turn: row.id, problem: String(problem) });
      this.giveUp(run, BROKEN);
    } finally {
      this.deps.ports.turnAdmission.left(row.id);
      hide();
    }
  }

  /** Casts the agent and reads what the answer needs. */
  private prepare({ row, steps, past, signal }: RunningTurn): Promise<InTime<PreparedTurn | NoCast>> {
    const { contexts, pinsBefore } = this;
    const input = { row, steps, isResumed: past !== "fresh", contexts, pinsBefore };
    const bounds = { ms: LONGEST_PREPARATION_MS, later: this.deps.later, stop: signal };
    return within(bounds, (wanted) => gather(this.deps, input, wanted));
  }

  /** A lost call can be booked exactly now, from the request that is built again. */
  private enterLoop(run: RunningTurn, { turn, tools, context, contextRequest }: PreparedTurn): LoopRun {
    const journal = journalOf(this.deps, run);
    this.pinsBefore = pinsOf(tools);
    run.lost?.book({ agent: turn.agent.slug, model: turn.models[0] ?? "", context });
    return { ...run, journal, help: new HelpEvents(contextRequest.cast.help, run.steps) };
  }

  /** Retries once with a shorter context when the model refuses it as too long. */
  private async answer(prepared: PreparedTurn, run: LoopRun): Promise<TurnOutcome> {
    const outcome = await runLoop(this.deps, prepared, run);
    const isTooLong = outcome.status === "failed" && outcome.too_long === true;
    if (!isTooLong || !(await this.contexts.shortenAfterRefusal(prepared.contextRequest))) return outcome;
    const context = await this.contexts.build(prepared.contextRequest);
    return runLoop(this.deps, { ...prepared, context }, run);
  }

  private settle({ journal, ...run }: LoopRun, prepared: PreparedTurn, ended: TurnOutcome): void {
    const { row, steps, life } = run;
    const { turn, context } = prepared;
    const told = withEstimate(ended, { context, steps, model: this.deps.ports.model });
    const outcome = withHelp(told, prepared.contextRequest.cast.help, this.unanswered(row));
    if (outcome.status === "parked") {
      parkTurn(this.deps, { row, turn, steps, parts: outcome.parts, journal, life });
      this.contexts.parked();
      return;
    }
    const size = lastRequestSize(this.deps, prepared, steps);
    this.end({ row, turn, steps, outcome, life, size, ...trustOfAnswer(prepared, steps, outcome.parts) });
  }

  /** Ends with the recorded steps alone; text shown of a later step is void. */
  private giveUp({ row, steps, life, lost }: RunningTurn, outcome: EndOutcome): void {
    lost?.book();
    this.deps.pump.push({ type: "reset", from_step: steps.length + 1 });
    const help = outcome === HALTED ? undefined : helpOfGivenUp(this.deps, row);
    const helped = withHelp(outcome, help, this.unanswered(row));
    // The sources of the recorded steps are not read again.
    this.end({ row, steps, life, outcome: helped, turn: undefined, trust: trustIf(steps.length > 0) });
  }

  /** Logs that somebody in danger was given the help alone. */
  private unanswered({ id }: TurnRow): (reason: string) => void {
    return (reason) => this.deps.ports.log.error("crisis_without_model", { turn: id, reason });
  }

  private end(ending: Ending): void {
    const message = endTurn(this.deps, ending);
    this.contexts.ended(message, ending.steps);
  }
}

/** A turn that was stopped while the object slept, or that was interrupted again and again, does not go on. */
function resumptionBarred({ row, past }: RunningTurn): EndOutcome | undefined {
  if (row.state === "halting") return HALTED;
  return past !== "fresh" && row.attempts >= MAX_ATTEMPTS ? SEALED : undefined;
}

/** The prepared turn, or why it has to be given up. */
function preparedOr(result: InTime<PreparedTurn | NoCast>): PreparedTurn | EndOutcome {
  if (result.status === "stopped") return HALTED;
  if (result.status === "late") return UNPREPARED;
  return "refused" in result.value ? refusalOutcome(result.value) : result.value;
}
