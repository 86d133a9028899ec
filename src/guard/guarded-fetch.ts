/** Implementation of `GuardedFetch`. */
import type { FetchRequest, FetchResult, GuardedFetch } from "../agent/ports/fetch.ts";
import { AppError } from "../domain/errors.ts";
import { checkType, readBody } from "./body.ts";
import { followRedirects, GuardError, type RedirectDeps } from "./redirects.ts";
import { screen } from "./screen.ts";

const DEFAULT_REDIRECTS = 5;
const DEFAULT_BYTES = 5_000_000;
const DEFAULT_TIMEOUT = 20_000;

export function createGuardedFetch(deps: RedirectDeps): GuardedFetch {
  return {
    load: (address, request = {}) => load(deps, address, request),
    fetch: (input, init) => fetchStreaming(deps, input, init),
    screen(address) {
      const screening = screen(address, deps);
      return screening.ok ? { ok: true } : screening;
    },
  };
}

async function load(deps: RedirectDeps, address: string, request: FetchRequest): Promise<FetchResult> {
  const timeout = AbortSignal.timeout(request.timeout_ms ?? DEFAULT_TIMEOUT);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    const init = requestInit(request, signal);
    const { response, url } = await followRedirects(
      { ...deps, only_hosts: request.only_hosts },
      {
        address,
        maxRedirects: request.redirect === "manual" ? "none" : (request.max_redirects ?? DEFAULT_REDIRECTS),
      },
      init,
    );
    await checkedType(response, request);
    const body = await readBody(response, request.max_bytes ?? DEFAULT_BYTES);
    return { ok: true, url, status: response.status, headers: response.headers, body };
  } catch (error) {
    return failureOf(error, address, {
      timedOut: timeout.aborted,
      aborted: request.signal?.aborted ?? false,
    });
  }
}

/** The type of an error page doesn't matter: its status does. */
async function checkedType(response: Response, request: FetchRequest): Promise<void> {
  if (!response.ok) return;
  try {
    checkType(response, request.accept);
  } catch (error) {
    await response.body?.cancel();
    throw error;
  }
}

function requestInit(request: FetchRequest, signal: AbortSignal): RequestInit & { signal: AbortSignal } {
  return {
    signal,
    method: request.method ?? "GET",
    headers: request.headers ?? {},
    ...(request.body === undefined ? {} : { body: request.body }),
  };
}

function failureOf(
  error: unknown,
  address: string,
  state: { timedOut: boolean; aborted: boolean },
): FetchResult & { ok: false } {
  if (error instanceof GuardError) return { ok: false, problem: error.problem, reason: error.message };
  if (state.aborted) return { ok: false, problem: "aborted", reason: "It was stopped." };
  if (state.timedOut) return { ok: false, problem: "timeout", reason: `${address} did not answer in time.` };
  const why = error instanceof Error ? error.message : String(error);
  return { ok: false, problem: "network", reason: `${address} could not be reached: ${why}` };
}

async function fetchStreaming(
  deps: RedirectDeps,
  input: Request | string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const request = input instanceof Request ? input : undefined;
  const address = request ? request.url : String(input);
  const own = request ? await fromRequest(request) : {};
  const signal = init.signal ?? request?.signal ?? new AbortController().signal;
  try {
    const from = { address, maxRedirects: DEFAULT_REDIRECTS };
    return (await followRedirects(deps, from, { ...own, ...init, signal })).response;
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    const kind = error.problem === "unresolved" ? "resource_not_found" : "forbidden";
    throw new AppError(kind, error.message, { cause: error });
  }
}

async function fromRequest(request: Request): Promise<RequestInit> {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return {
    method: request.method,
    headers: request.headers,
    ...(hasBody ? { body: await request.arrayBuffer() } : {}),
  };
}
