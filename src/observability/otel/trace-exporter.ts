/** Exporter of traces: ended turns and attempts of jobs, sampled, sent in batches after the work itself. */
import type { Message } from "../../domain/message.ts";
import type { JobRun } from "../job-run.ts";
import type { ReportedTurn } from "../reported-turn.ts";
import { type Collector, exportSpans } from "./export-spans.ts";
import { jobSpan } from "./job-span.ts";
import type { Span } from "./otlp.ts";
import { isSampled, parseTraceparent, traceIdOf } from "./trace-context.ts";
import { turnSpans } from "./turn-spans.ts";

interface TraceExporterDeps {
  collector: Collector;
  /** Share of traces, 0 to 1. */
  ratio: number;
  /** True to send the messages of a turn along. */
  hasContent: boolean;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Told of spans that the collector has not taken. */
  onLost(spans: number, reason: string): void;
}

/** Exports traces to a collector. Calls never reject. */
export class TraceExporter {
  private readonly deps: TraceExporterDeps;

  constructor(deps: TraceExporterDeps) {
    this.deps = deps;
  }

  async turns(turns: readonly ReportedTurn[], messages: readonly Message[]): Promise<void> {
    const spans = await Promise.all(turns.map((turn) => this.spansOf(turn, messages)));
    await exportSpans(this.deps, spans.flat());
  }

  async jobs(runs: readonly JobRun[]): Promise<void> {
    const spans = await Promise.all(runs.map(jobSpan));
    await exportSpans(
      this.deps,
      spans.filter(({ trace_id }) => isSampled(trace_id, this.deps.ratio)),
    );
  }

  private async spansOf(turn: ReportedTurn, messages: readonly Message[]): Promise<Span[]> {
    const { ratio, hasContent } = this.deps;
    const parent = parseTraceparent(turn.traceparent);
    const trace_id = parent?.trace_id ?? (await traceIdOf(turn.turn));
    if (!(parent?.is_sampled ?? isSampled(trace_id, ratio))) return [];
    return turnSpans(turn, { trace_id, parent }, hasContent ? messages : undefined);
  }
}
