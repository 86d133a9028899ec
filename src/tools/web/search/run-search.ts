/** Searches run side by side: one that fails or is slow holds up nobody. */
import { mergedHits } from "./merge.ts";
import type { SearchDeps, SearchHit } from "./query.ts";
import type { SearchRequest } from "./request.ts";

type SearchReach = Pick<SearchDeps, "fetch" | "pace" | "patience_ms">;

/** `reason` is public and says what to do. */
export type SearchAnswer = { ok: true; hits: SearchHit[] } | { ok: false; reason: string };

const TIMEOUT = 15_000;
/** An engine that has had too many searches is left alone for so long. */
const REST = { most: 1, seconds: 60 };
const PATIENCE_MS = 2_500;

/** Rejects only when `signal` aborts. */
export async function runSearch(
  deps: SearchReach,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
  try {
    const wait = waitFor(deps, request);
    if (wait > 0) return { ok: false, reason: tooSoon(request.provider, wait) };
    const response = await deps.fetch(request.url, { ...request.init, signal: limit });
    if (response.status === 429 && request.allowance) deps.pace.exhaust(request.provider, REST);
    if (!response.ok) return { ok: false, reason: statusReason(request.provider, response.status) };
    return { ok: true, hits: request.parse(await response.text()) };
  } catch (error) {
    if (signal.aborted) throw error;
    const why = limit.aborted
      ? "it took too long"
      : "it could not be reached, or its answer was not understood";
    return { ok: false, reason: `${request.provider} search failed: ${why}. Try again, or go on without.` };
  }
}

/** Seconds until the engine may be asked; 0: it is asked now, which counts. */
function waitFor({ pace }: SearchReach, { provider, allowance }: SearchRequest): number {
  return allowance ? pace.take(provider, allowance) : 0;
}

function tooSoon(provider: string, seconds: number): string {
  return `${provider} was asked a moment ago, and may be asked again in ${seconds} s. Go on without it.`;
}

function statusReason(provider: string, status: number): string {
  if (status === 401 || status === 403)
    return `${provider} refused the key (${status}). The operator can change it on the page [Connections](/connections).`;
  if (status === 429) return `${provider} has had too many searches (429). Try again later.`;
  return `${provider} answered ${status}.`;
}

export interface MergedSearch {
  hits: SearchHit[];
  /** Reasons of the providers that failed. */
  failures: string[];
}

/** Rejects only when `signal` aborts. `failures` alone: none has answered. */
export async function runSearches(
  deps: SearchReach,
  requests: readonly SearchRequest[],
  signal: AbortSignal,
): Promise<MergedSearch> {
  const late = new AbortController();
  const either = AbortSignal.any([signal, late.signal]);
  const answers = new Map<number, SearchAnswer>();
  const asked = requests.map(async (request, at) => {
    const answer = await runSearch(deps, request, either);
    answers.set(at, answer);
    return answer.ok && answer.hits.length > 0 ? answer : Promise.reject(new Error("nothing found"));
  });
  const all = Promise.allSettled(asked);
  await Promise.race([
    all,
    Promise.any(asked).then(
      () => patience(deps.patience_ms ?? PATIENCE_MS),
      () => all,
    ),
  ]);
  late.abort();
  signal.throwIfAborted();
  const inOrder = requests.flatMap((_request, at) => answers.get(at) ?? []);
  const slow = requests.filter((_request, at) => !answers.has(at));
  return {
    hits: mergedHits(inOrder.map((answer) => (answer.ok ? answer.hits : []))),
    failures: [
      ...inOrder.flatMap((answer) => (answer.ok ? [] : [answer.reason])),
      ...slow.map(({ provider }) => `${provider} was too slow, and was left behind.`),
    ],
  };
}

function patience(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  AbortSignal.timeout(ms).addEventListener("abort", () => resolve(), { once: true });
  return promise;
}
