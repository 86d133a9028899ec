/** Pieces of inbound messages that several routes build. */
import type { Inbound } from "../../domain/inbound.ts";
import type { Part } from "../../domain/message.ts";
import type { Address } from "../../routing/address.ts";
import type { Arrival } from "../../routing/front-door-ports.ts";
import type { ApiContext } from "./api.ts";
import { servicesOf } from "./services.ts";

/** The media type is looked up when the file is needed. */
export function fileParts(files: { file_id: string }[] | undefined): Part[] {
  return (files ?? []).map(({ file_id }) => ({ type: "file", file_id, media_type: "" }));
}

/** An input of the signed-in principal, as the front door takes it. */
export function arrivalOf(context: ApiContext, to: Address, inbound: Inbound): Arrival {
  const patience_s = patienceOf(context.req.header("prefer"));
  const traced = { ...inbound, source: { ...inbound.source, ...traceOf(context) } };
  const principal = context.get("principal");
  return { principal, to, inbound: traced, patience_s, background: backgroundOf(context) };
}

/** `traceparent` of the W3C, whose trace goes on with the turn. Anything longer is none. */
function traceOf(context: ApiContext): { traceparent?: string } {
  const traceparent = context.req.header("traceparent");
  return traceparent !== undefined && /^[\da-f-]{55}$/.test(traceparent) ? { traceparent } : {};
}

/** `wait` of the header `Prefer` (RFC 7240), in seconds: the caller's own time-out. */
function patienceOf(prefer: string | undefined): number | undefined {
  const wait = /(?:^|,)\s*wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? "")?.[1];
  return wait === undefined ? undefined : Number(wait);
}

/** Runs work that goes on after the answer; failures are logged. */
export function backgroundOf(context: ApiContext): (work: Promise<unknown>) => void {
  const { log } = servicesOf(context);
  const failed = (problem: unknown) => log.warn("background_failed", { problem: String(problem) });
  return (work) => context.executionCtx.waitUntil(work.catch(failed));
}
