/**
 * Trace context of W3C, and ids of spans. Ids are made from what a span is about, so that a turn that is
 * exported twice makes the same spans.
 */
import { sha256Hex } from "../../platform/digest.ts";

/** A caller's trace that goes on here. */
export interface ParentSpan {
  trace_id: string;
  span_id: string;
  is_sampled: boolean;
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
const NOTHING = /^0+$/;

/** Undefined for a header that is not valid, which starts a trace of its own. */
export function parseTraceparent(header: string | undefined): ParentSpan | undefined {
  const [, trace_id = "", span_id = "", flags = ""] = TRACEPARENT.exec(header?.trim() ?? "") ?? [];
  if (NOTHING.test(trace_id) || NOTHING.test(span_id) || flags === "") return undefined;
  return { trace_id, span_id, is_sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const TRACE_ID_DIGITS = 32;
const SPAN_ID_DIGITS = 16;

export async function traceIdOf(about: string): Promise<string> {
  return (await sha256Hex(`trace ${about}`)).slice(0, TRACE_ID_DIGITS);
}

export async function spanIdOf(about: string): Promise<string> {
  return (await sha256Hex(`span ${about}`)).slice(0, SPAN_ID_DIGITS);
}

/** Hex digits that a JavaScript number holds exactly. */
const RATIO_DIGITS = 13;

/** Decides by the trace's id alone, so that every part of a trace is kept or none. */
export function isSampled(trace_id: string, ratio: number): boolean {
  return Number.parseInt(trace_id.slice(-RATIO_DIGITS), 16) < ratio * 16 ** RATIO_DIGITS;
}
