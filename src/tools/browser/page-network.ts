/**
 * Network of a page. Each request is intercepted, performed by the guarded fetch and answered from here. The browser
 * itself is offline, so traffic that can't be intercepted (sockets, for example) reaches nobody.
 */
import { z } from "zod";
import type { FetchResult, GuardedFetch } from "../../agent/ports/fetch.ts";
import { joinBytes, toBase64 } from "../../platform/bytes.ts";
import { fromBase64 } from "./base64.ts";
import type { DevTools, DevToolsEvent } from "./devtools.ts";

export interface PageNetwork {
  /** Why the newest document could not be loaded; undefined when it was. */
  problem: string | undefined;
  /** Number of requests so far. */
  requests: number;
  /** Number of requests without an answer yet. */
  open: number;
}

export interface NetworkDeps {
  devtools: DevTools;
  fetch: GuardedFetch;
  signal: AbortSignal;
}

const Paused = z.object({
  requestId: z.string(),
  resourceType: z.string(),
  request: z.object({
    url: z.string(),
    method: z.string(),
    headers: z.record(z.string(), z.string()),
    postDataEntries: z.array(z.object({ bytes: z.string().optional() })).optional(),
  }),
});
type Paused = z.output<typeof Paused>;

const MOST_REQUESTS = 150;
const MOST_BYTES = 5_000_000;
const MOST_BYTES_IN_ALL = 25_000_000;
const TIMEOUT = 15_000;
const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS"]);
/** Resource types that are not loaded: nobody looks at them. */
const LEFT_OUT = new Set(["Media", "Font", "Ping", "CSPViolationReport", "Prefetch"]);
/**
 * Response headers that are dropped: the body is complete and decoded, and the browser sets its own connection headers.
 */
const DROPPED =
  /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|alt-svc|report-to|nel)$/i;
/** Content security policy against workers and sockets, which would bypass the interception. */
const POLICY = "worker-src 'none'; connect-src http: https: data: blob:; webrtc 'block'";

/** Answers the requests of all targets that enable interception. */
export function servePages(deps: NetworkDeps): PageNetwork {
  const network: PageNetwork = { problem: undefined, requests: 0, open: 0 };
  let bytes = 0;
  deps.devtools.on((event) => {
    const paused = pausedOf(event);
    if (!paused) return;
    const refusal = refusalOf(paused, { requests: ++network.requests, bytes });
    if (refusal !== undefined) return fail(deps, event.session, paused.requestId);
    network.open += 1;
    void load(deps, paused).then((answer) => {
      network.open -= 1;
      if (paused.resourceType === "Document") network.problem = answer.ok ? undefined : answer.reason;
      if (!answer.ok) return fail(deps, event.session, paused.requestId);
      bytes += answer.body.byteLength;
      deps.devtools.tell("Fetch.fulfillRequest", fulfilment(paused, answer), event.session);
    });
  });
  return network;
}

/** Enables interception. Call it before the target runs anything. */
export async function takeNetwork(
  { devtools }: Pick<NetworkDeps, "devtools">,
  session: string,
): Promise<void> {
  const offline = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
  await Promise.all([
    devtools.send("Fetch.enable", { patterns: [{ urlPattern: "*", requestStage: "Request" }] }, session),
    devtools.send("Network.enable", {}, session),
    devtools.send("Network.setBypassServiceWorker", { bypass: true }, session),
    devtools.send("Network.emulateNetworkConditions", offline, session),
  ]);
}

function pausedOf({ method, params }: DevToolsEvent): Paused | undefined {
  return method === "Fetch.requestPaused" ? Paused.safeParse(params).data : undefined;
}

function refusalOf(
  { request, resourceType }: Paused,
  used: { requests: number; bytes: number },
): string | undefined {
  if (!METHODS.has(request.method)) return "method";
  if (LEFT_OUT.has(resourceType)) return "kind";
  return used.requests > MOST_REQUESTS || used.bytes > MOST_BYTES_IN_ALL ? "limit" : undefined;
}

function fail({ devtools }: NetworkDeps, session: string | undefined, requestId: string): void {
  devtools.tell("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }, session);
}

function load({ fetch, signal }: NetworkDeps, { request }: Paused): Promise<FetchResult> {
  const { url, method, headers, postDataEntries } = request;
  const body = (postDataEntries ?? []).flatMap((entry) => (entry.bytes ? [fromBase64(entry.bytes)] : []));
  return fetch.load(url, {
    method,
    headers,
    ...(body.length > 0 && { body: joinBytes(body) }),
    // The browser follows redirects itself, so that it knows its address; each hop is intercepted here.
    redirect: "manual",
    max_bytes: MOST_BYTES,
    timeout_ms: TIMEOUT,
    signal,
  });
}

function fulfilment({ requestId, resourceType }: Paused, answer: FetchResult & { ok: true }) {
  const kept = [...answer.headers].filter(([name]) => !DROPPED.test(name));
  const responseHeaders = kept.map(([name, value]) => ({ name, value }));
  if (resourceType === "Document") responseHeaders.push({ name: "content-security-policy", value: POLICY });
  return { requestId, responseCode: answer.status, responseHeaders, body: toBase64(answer.body) };
}
