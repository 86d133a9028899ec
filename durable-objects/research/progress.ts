/** Tells the chat where a run was begun how far it is: some seconds apart, one telling at a time. */
import type { SeenRun } from "../../src/research/stored.ts";
import type { ResearchObjectPorts } from "./ports.ts";

const EVERY_MS = 5_000;

export class Progress {
  private readonly ports: Pick<ResearchObjectPorts, "now" | "log" | "tellProgress">;
  private told_at = Number.NEGATIVE_INFINITY;
  private telling: Promise<void> | undefined;

  constructor(ports: Pick<ResearchObjectPorts, "now" | "log" | "tellProgress">) {
    this.ports = ports;
  }

  /** Tells how far the run is: nothing of a plan before it is carried out, and of an ended run only by `end`. */
  tell(run: SeenRun): void {
    const { init, view } = run;
    const isGoingOn = view?.state === "running" && view.phase !== "plan" && !view.report;
    if (!init.place || !isGoingOn || this.telling) return;
    if (this.ports.now() - this.told_at < EVERY_MS) return;
    this.told_at = this.ports.now();
    this.telling = this.tried(run, false).finally(() => {
      this.telling = undefined;
    });
  }

  /** The last word. Never rejects. */
  async end(run: SeenRun): Promise<void> {
    await this.telling;
    if (run.init.place) await this.tried(run, true);
  }

  /** The report comes whatever becomes of it. */
  private tried(run: SeenRun, isOver: boolean): Promise<void> {
    return this.ports
      .tellProgress(run, isOver)
      .catch((problem) => this.ports.log.warn("research_progress_not_told", { problem: String(problem) }));
  }
}
