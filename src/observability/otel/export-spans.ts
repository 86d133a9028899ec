/** Sends spans to a collector by OTLP over HTTP. Nothing is repeated: what a collector misses is lost, and counted. */
import { z } from "zod";
import { parseJson } from "../../platform/json.ts";
import { type Span, traceRequest } from "./otlp.ts";

export interface Collector {
  /** Base address, to which `/v1/traces` is added. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  service: string;
  version: string;
}

interface ExportDeps {
  collector: Collector;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Told of spans that the collector has not taken. */
  onLost(spans: number, reason: string): void;
}

const MOST_SPANS = 500;
const TIMEOUT_MS = 10_000;

const Answer = z.object({
  partialSuccess: z
    .object({ rejectedSpans: z.coerce.number().default(0), errorMessage: z.string().default("") })
    .optional(),
});

/** Never rejects. */
export async function exportSpans(deps: ExportDeps, spans: readonly Span[]): Promise<void> {
  for (let first = 0; first < spans.length; first += MOST_SPANS) {
    const batch = spans.slice(first, first + MOST_SPANS);
    try {
      await send(deps, batch);
    } catch (problem) {
      deps.onLost(batch.length, problem instanceof Error ? problem.message : String(problem));
    }
  }
}

async function send({ collector, fetch, onLost }: ExportDeps, batch: readonly Span[]): Promise<void> {
  const response = await fetch(`${collector.endpoint}/v1/traces`, {
    method: "POST",
    headers: { ...collector.headers, "content-type": "application/json" },
    body: traceRequest(batch, collector),
    // The headers may hold a key, which no other address gets.
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The collector answered with ${response.status}.`);
  const rejected = Answer.safeParse(parseJson(text)).data?.partialSuccess;
  if (rejected && rejected.rejectedSpans > 0) onLost(rejected.rejectedSpans, rejected.errorMessage);
}

/** Headers of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value` between commas, values URL-encoded. */
export function parseHeaders(text: string | undefined): Record<string, string> {
  const pairs = (text ?? "").split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, at)).trim().toLowerCase();
    return name === "" ? [] : [[name, decoded(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
