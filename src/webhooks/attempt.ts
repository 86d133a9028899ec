/** An attempt of a delivery: the request, and the outcome of its answer. */
import type { FetchResult, GuardedFetch } from "../agent/ports/fetch.ts";
import type { Endpoint, WebhookDelivery } from "./endpoint.ts";
import { signedHeaders } from "./sign.ts";

export type AttemptOutcome = { http_status: number | null; took_ms: number; excerpt: string } & (
  | { status: "delivered" }
  /** `after_ms`: the pause that the endpoint asked for. */
  | { status: "again"; reason: string; after_ms: number }
  /** The endpoint wants no more events. */
  | { status: "gone"; reason: string }
);

export interface AttemptDeps {
  guard: Pick<GuardedFetch, "load">;
  now(): number;
}

const TIMEOUT_MS = 20_000;
const EXCERPT = 500;

/** `body`: the JSON that is sent. Never throws for what the endpoint does. */
export async function attempt(
  { guard, now }: AttemptDeps,
  sent: { endpoint: Endpoint; delivery: WebhookDelivery; secrets: readonly string[]; body: string },
): Promise<AttemptOutcome> {
  const { endpoint, delivery, secrets, body } = sent;
  const begun = now();
  const content = { id: delivery.id, timestamp: Math.floor(begun / 1000), body };
  const answer = await guard.load(endpoint.url, {
    method: "POST",
    // A redirect would send the event where nobody has chosen to.
    redirect: "manual",
    headers: await signedHeaders(secrets, content),
    body,
    timeout_ms: TIMEOUT_MS,
  });
  return outcomeOf(answer, { took_ms: now() - begun, now: now() });
}

function outcomeOf(answer: FetchResult, { took_ms, now }: { took_ms: number; now: number }): AttemptOutcome {
  if (!answer.ok)
    return { status: "again", http_status: null, took_ms, excerpt: "", reason: answer.reason, after_ms: 0 };
  const { status: http_status, headers, body } = answer;
  if (http_status >= 200 && http_status < 300)
    return { status: "delivered", http_status, took_ms, excerpt: "" };
  const excerpt = new TextDecoder().decode(body.subarray(0, EXCERPT));
  const told = { http_status, took_ms, excerpt, reason: `The endpoint answered ${http_status}.` };
  if (http_status === 410) return { ...told, status: "gone" };
  return { ...told, status: "again", after_ms: pauseIn(headers.get("retry-after"), now) };
}

const LONGEST_PAUSE_MS = 86_400_000;

/** The pause of a `Retry-After`: seconds, or a date. */
function pauseIn(value: string | null, now: number): number {
  if (value === null) return 0;
  const pause = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(pause) ? Math.min(LONGEST_PAUSE_MS, Math.max(0, pause)) : 0;
}
