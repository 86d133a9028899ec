/**
 * A collector of traces, as strict as OTLP's protobuf schema in its JSON form: unknown names, ids that are not hex,
 * times that are not strings and values of no type are refused. It needs no package, as it runs before they are there.
 */
import { body, type Reply } from "../model-wire/reply.ts";
import type { WireRequest } from "../model-wire/wire-server.ts";

/** True for a value of the schema. */
type Shape = (value: unknown) => boolean;

const text: Shape = (value) => typeof value === "string";
const like =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const within =
  (least: number, most: number): Shape =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const list =
  (item: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(item);

/** An object of these fields and no others; those in `more` may be absent. */
function fields(needed: Record<string, Shape>, more: Record<string, Shape> = {}): Shape {
  const all = { ...needed, ...more };
  return (value) => {
    if (typeof value !== "object" || value === null) return false;
    const names = Object.keys(value);
    const isWhole = Object.keys(needed).every((name) => names.includes(name));
    return isWhole && Object.entries(value).every(([name, each]) => all[name]?.(each) === true);
  };
}

const VALUES: readonly Shape[] = [
  fields({ stringValue: text }),
  fields({ boolValue: (value) => typeof value === "boolean" }),
  fields({ intValue: like(/^-?\d{1,19}$/) }),
  fields({ doubleValue: (value) => typeof value === "number" }),
  fields({ arrayValue: fields({ values: list(fields({ stringValue: text })) }) }),
];
const attributes = list(fields({ key: like(/./), value: (value) => VALUES.some((shape) => shape(value)) }));
const spanId = like(/^(?!0+$)[0-9a-f]{16}$/);
const nanoseconds = like(/^\d{19}$/);

const span = fields(
  {
    traceId: like(/^(?!0+$)[0-9a-f]{32}$/),
    spanId,
    name: like(/./),
    kind: within(1, 5),
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    attributes,
    status: fields({}, { code: within(0, 2), message: text }),
  },
  { parentSpanId: spanId },
);

const exportTraceServiceRequest = fields({
  resourceSpans: list(
    fields({
      resource: fields({ attributes }),
      scopeSpans: list(fields({ scope: fields({ name: text, version: text }), spans: list(span) })),
    }),
  ),
});

interface SentSpan {
  traceId: string;
  spanId: string;
  name: string;
  attributes: { key: string; value: object }[];
}

interface SentRequest {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

export interface ReceivedSpan extends SentSpan {
  /** Attributes by name, their values plain. */
  plain: Record<string, unknown>;
}

/** Answers an export as a collector does. */
export function collected({ headers, body: sent }: WireRequest): Reply {
  const isFit = headers["content-type"] === "application/json" && exportTraceServiceRequest(sent);
  return isFit ? body(200, "{}") : body(400, JSON.stringify({ code: 3, message: "not OTLP" }));
}

/** Spans of the valid exports among those bodies. */
export function spansIn(bodies: readonly unknown[]): ReceivedSpan[] {
  const requests = bodies.filter((sent): sent is SentRequest => exportTraceServiceRequest(sent));
  return requests
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((sent) => ({
      ...sent,
      plain: Object.fromEntries(sent.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}
