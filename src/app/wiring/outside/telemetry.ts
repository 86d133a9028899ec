/** Export of traces from this Worker. Its code is loaded with the first turn or job that is exported. */
import type { JobRun } from "../../../observability/job-run.ts";
import type { Log } from "../../../observability/log-port.ts";
import type { TraceExporter } from "../../../observability/otel/trace-exporter.ts";
import type { Telemetry } from "../../../observability/telemetry-port.ts";
import type { Settings } from "../../config.ts";
import { VERSION } from "../../version.ts";

interface TelemetryParts {
  settings: Settings;
  log: Log;
  now(): number;
}

const OFF: Telemetry = { turnsEnded: () => undefined, jobRan: () => undefined, flush: async () => undefined };

export function wireTelemetry({ settings, log, now }: TelemetryParts): Telemetry {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return OFF;
  let made: Promise<TraceExporter> | undefined;
  const exporter = () => {
    made ??= loadExporter({ settings, log, now }, endpoint);
    return made;
  };
  const runs: JobRun[] = [];
  return {
    turnsEnded(turns, messages) {
      const sent = exporter().then((loaded) => loaded.turns(turns, messages));
      void sent.catch((problem: unknown) => log.warn("telemetry_lost", { problem: String(problem) }));
    },
    jobRan: (run) => void runs.push(run),
    async flush() {
      const taken = runs.splice(0);
      if (taken.length > 0) await (await exporter()).jobs(taken);
    },
  };
}

async function loadExporter(parts: TelemetryParts, endpoint: string): Promise<TraceExporter> {
  const { settings, log, now } = parts;
  const { Losses } = await import("../../../observability/otel/losses.ts");
  const losses = new Losses(log, now);
  const { parseHeaders } = await import("../../../observability/otel/export-spans.ts");
  const { TraceExporter: Exporter } = await import("../../../observability/otel/trace-exporter.ts");
  return new Exporter({
    collector: {
      endpoint,
      headers: parseHeaders(settings.OTEL_EXPORTER_OTLP_HEADERS),
      service: settings.OTEL_SERVICE_NAME ?? "nightjar",
      version: VERSION,
    },
    ratio: settings.OTEL_TRACES_SAMPLER_ARG ?? 1,
    hasContent: settings.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT === "true",
    // The settings file names the address, so it may be one of the operator's own network.
    fetch: (url, init) => fetch(url, init),
    onLost: (spans, reason) => losses.add(spans, reason),
  });
}
