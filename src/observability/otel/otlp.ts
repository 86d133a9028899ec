/** OTLP's JSON encoding of traces: ids in hex, times as strings of nanoseconds, attributes as typed values. */

type AttributeValue = string | number | boolean | readonly string[];

export interface Attributes {
  [name: string]: AttributeValue | undefined;
}

/** Numbers of OTLP's `SpanKind`. */
export const SPAN_KIND = { internal: 1, client: 3, consumer: 5 } as const;

/** OTLP's `StatusCode` for an error. */
const STATUS_ERROR = 2;

/** A span as it is made here. Times in ms since the epoch, ids in hex. */
export interface Span {
  trace_id: string;
  span_id: string;
  parent_span_id?: string;
  name: string;
  kind: (typeof SPAN_KIND)[keyof typeof SPAN_KIND];
  start: number;
  end: number;
  attributes: Attributes;
  /** Present when it failed; the text is shown beside the status. */
  error?: string;
}

interface Sender {
  service: string;
  version: string;
}

/** Body of an `ExportTraceServiceRequest`. */
export function traceRequest(spans: readonly Span[], { service, version }: Sender): string {
  const resource = { attributes: encodeAttributes({ "service.name": service, "service.version": version }) };
  const scope = { name: "nightjar", version };
  return JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(encodeSpan) }] }],
  });
}

function encodeSpan({ trace_id, span_id, parent_span_id, name, kind, ...span }: Span) {
  return {
    traceId: trace_id,
    spanId: span_id,
    ...(parent_span_id !== undefined && { parentSpanId: parent_span_id }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(span.start),
    endTimeUnixNano: nanoseconds(Math.max(span.start, span.end)),
    attributes: encodeAttributes(span.attributes),
    status: span.error === undefined ? {} : { code: STATUS_ERROR, message: span.error },
  };
}

/** A number of nanoseconds has more digits than a JavaScript number holds. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`;
}

function encodeAttributes(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: encodeValue(value) }],
  );
}

function encodeValue(value: AttributeValue): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value !== "number") return { arrayValue: { values: value.map(encodeValue) } };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
