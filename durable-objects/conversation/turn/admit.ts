/** Admission of a turn: it may begin, or waits for its queue position and tells readers. */
import { clientOf, isProgram } from "../../../src/domain/client.ts";
import type { TurnCandidate } from "../../../src/platform/turn-admission.ts";
import { type EndOutcome, HALTED } from "./give-up.ts";
import type { RunnerDeps } from "./runner-deps.ts";
import type { RunningTurn } from "./running-turn.ts";
import { waitToBegin } from "./wait-to-begin.ts";

/**
 * Undefined once the turn may begin, or why it is given up: load is no reason, it waits. A child's turn skips the queue, because its parent holds
 * a slot and waits for it (deadlock). Never rejects; an admitted turn must be released with `starts.left`.
 */
export async function admissionBarred(deps: RunnerDeps, run: RunningTurn): Promise<EndOutcome | undefined> {
  const { store, ports, later } = deps;
  const { turnAdmission, now } = ports;
  const { id, actor, source } = run.row;
  const client = clientOf(source, actor?.person ?? store.meta.owner);
  if (source.channel === "conversation") {
    turnAdmission.begin({ id, client }, now());
    return undefined;
  }
  const report = new QueueReport(deps, run);
  const tell = (before: number) => report.waits(before);
  const waits = { admission: turnAdmission, now, later, tell };
  const answer = await waitToBegin(waits, { id, client, urgency: urgencyOf(run) }, run.signal);
  if (answer === "stopped") return HALTED;
  report.begins();
  return undefined;
}

function urgencyOf({ past, row: { source } }: RunningTurn): TurnCandidate["urgency"] {
  if (past === "under way") return "cut_off";
  if (source.channel === "system") return "planned";
  return isProgram(source) ? "program" : "asked";
}

class QueueReport {
  private readonly pump: RunnerDeps["pump"];
  private readonly step: number;
  private isTold = false;

  constructor({ pump }: RunnerDeps, { steps }: RunningTurn) {
    this.pump = pump;
    this.step = steps.length + 1;
  }

  /** `before`: number of turns that begin earlier. */
  waits(before: number): void {
    this.pump.push({ type: "state", state: "waiting", step: 0, tools: [], before });
    // Stored, so that after a crash it is known that no model was called.
    if (!this.isTold) this.pump.keep();
    this.isTold = true;
  }

  begins(): void {
    if (!this.isTold) return;
    this.pump.push({ type: "state", state: "thinking", step: this.step, tools: [] });
    this.pump.keep();
  }
}
