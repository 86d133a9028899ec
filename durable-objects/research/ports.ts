/** Ports of a research run's object. */
import type { Log } from "../../src/observability/log-port.ts";
import type { Outside, SourceTexts } from "../../src/research/ports.ts";
import type { ResearchReport, RunView } from "../../src/research/run.ts";
import type { ResearchInit, ResearchSnapshot, SeenRun } from "../../src/research/stored.ts";

export interface ReportDelivery {
  init: ResearchInit;
  report: ResearchReport;
  edition: number;
}

export interface WaitingRun {
  init: ResearchInit;
  view: RunView;
  edition: number;
}

export interface ResearchObjectPorts {
  now(): number;
  log: Log;
  outside(init: ResearchInit): Promise<Outside>;
  texts(init: ResearchInit): SourceTexts;
  /** Idempotent for the same edition. Rejects when it has to be tried again. */
  deliver(delivery: ReportDelivery): Promise<void>;
  /** Tells the run's conversation that it waits for its person. Idempotent for the same wait. Rejects when it has to be tried again. */
  tellWaiting(waiting: WaitingRun): Promise<void>;
  /** Shows in the chat where it was begun how far it is. Rejects when that failed. */
  tellProgress(run: SeenRun, isOver: boolean): Promise<void>;
  /** Keeps a run that rests, for backups and a lost object. */
  keep(snapshot: ResearchSnapshot): Promise<void>;
}
