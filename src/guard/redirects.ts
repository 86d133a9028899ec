/** Follows redirects by hand: every hop is screened, and credentials stay with the first origin. */
import type { FetchProblem } from "../agent/ports/fetch.ts";
import { parseIp } from "./ip.ts";
import { closedKind, isMetadata } from "./ranges.ts";
import type { Resolve } from "./resolve.ts";
import { type GuardRules, screen } from "./screen.ts";

export interface RedirectDeps extends GuardRules {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Absent: host names are fetched without checking the addresses they resolve to. */
  resolve?: Resolve;
  /** Restriction of this request only. */
  only_hosts?: readonly string[] | undefined;
}

export class GuardError extends Error {
  readonly problem: FetchProblem;

  constructor(problem: FetchProblem, reason: string) {
    super(reason);
    this.problem = problem;
  }
}

/** Throws a GuardError when a hop is refused; errors of `fetch` pass through. */
export async function followRedirects(
  deps: RedirectDeps,
  { address, maxRedirects }: { address: string; maxRedirects: number | "none" },
  init: RequestInit & { signal: AbortSignal },
): Promise<{ response: Response; url: string }> {
  init.signal.throwIfAborted();
  let request = { ...init, redirect: "manual" as const, headers: new Headers(init.headers) };
  let url = await admit(deps, address, { signal: init.signal });
  for (let hop = 0; ; hop++) {
    const response = await deps.fetch(url.href, request);
    const location = redirectTarget(response);
    if (location === undefined || maxRedirects === "none") return { response, url: url.href };
    await response.body?.cancel();
    if (hop >= maxRedirects)
      throw new GuardError("refused", `${address} redirects more than ${maxRedirects} times.`);
    // A redirecting server had time to change the DNS record, so the cache is bypassed.
    const next = await admit(deps, absolute(location, url), { signal: init.signal, anew: true });
    request = nextRequest(request, response.status, url.origin === next.origin);
    url = next;
  }
}

interface LookupOptions {
  signal: AbortSignal;
  anew?: boolean;
}

/** The checked URL: the very object that was screened is the one that is sent. */
async function admit(deps: RedirectDeps, address: string, look: LookupOptions): Promise<URL> {
  const screening = screen(address, deps);
  if (!screening.ok) throw new GuardError("refused", screening.reason);
  const { url, lookup, is_confirmed } = screening;
  url.hash = "";
  if (deps.only_hosts && !deps.only_hosts.some((host) => host === url.host || host === url.hostname)) {
    throw new GuardError("refused", `${url.host} is not among the hosts that were asked for.`);
  }
  if (lookup === undefined || !deps.resolve) return url;
  if (is_confirmed) await checkConfirmed(deps.resolve, lookup, look);
  else await checkName(deps.resolve, lookup, look);
  return url;
}

/** A confirmed name may point inside, but never at a metadata service. Names of a local network are often unknown to DNS. */
async function checkConfirmed(
  resolve: Resolve,
  host: string,
  { signal, anew }: LookupOptions,
): Promise<void> {
  const addresses = await resolve(host, signal, { anew }).catch(() => [] as string[]);
  signal.throwIfAborted();
  for (const address of addresses) {
    const bytes = parseIp(address);
    if (bytes && isMetadata(bytes))
      throw new GuardError(
        "refused",
        `${host} points at ${address}, which may be a cloud's metadata service.`,
      );
  }
}

const LOOK_UP_SETTINGS =
  "The operator can name another name server with DNS_OVER_HTTPS_URL, or allow the host with FETCH_ALLOW_HOSTS.";

async function checkName(resolve: Resolve, host: string, { signal, anew }: LookupOptions): Promise<void> {
  const addresses = await resolve(host, signal, { anew }).catch((error: unknown) => {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new GuardError("unresolved", `${host} could not be looked up: ${why}. ${LOOK_UP_SETTINGS}`);
  });
  if (addresses.length === 0) throw new GuardError("unresolved", `${host} does not exist.`);
  for (const address of addresses) {
    const bytes = parseIp(address);
    const kind = bytes ? closedKind(bytes) : "malformed";
    if (kind) throw new GuardError("refused", `${host} points at ${address}, which is not public (${kind}).`);
  }
}

function redirectTarget(response: Response): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  return isRedirect ? (response.headers.get("location") ?? undefined) : undefined;
}

function absolute(location: string, base: URL): string {
  return URL.parse(location, base.href)?.href ?? location;
}

type HopRequest = RequestInit & { signal: AbortSignal; redirect: "manual"; headers: Headers };

function nextRequest(request: HopRequest, status: number, sameOrigin: boolean): HopRequest {
  const headers = sameOrigin ? new Headers(request.headers) : harmless(request.headers);
  const method = (request.method ?? "GET").toUpperCase();
  const becomesGet = status === 303 ? method !== "HEAD" : status < 303 && method === "POST";
  if (!becomesGet) return { ...request, headers };
  headers.delete("content-type");
  headers.delete("content-length");
  const { body: _dropped, ...rest } = request;
  return { ...rest, method: "GET", headers };
}

/** Keys travel in headers of many names: only headers known to be harmless go on to another origin. */
function harmless(headers: Headers): Headers {
  const kept = ["accept", "accept-language", "content-type", "user-agent"];
  return new Headers([...headers].filter(([name]) => kept.includes(name)));
}
