/**
 * A program's only access to the network: allowed hosts, through the guarded fetch, with limits on requests
 * and data.
 */
import { z } from "zod";
import type { FetchResult, GuardedFetch } from "../agent/ports/fetch.ts";
import type { HostFunction } from "./port.ts";
import { formsOf } from "./secret-forms.ts";
import { unpack } from "./unpack.ts";

/**
 * `{{secret:NAME}}` in a header for one of its hosts is replaced by its value; the program never sees it, not
 * even if the host echoes it.
 */
export interface GivenSecret {
  name: string;
  value: string;
  /** `host` or `host:port`. */
  hosts: readonly string[];
}

interface GatewayOptions {
  fetch: GuardedFetch;
  /** `host` or `host:port`. */
  hosts: readonly string[];
  secrets?: readonly GivenSecret[];
  max_requests?: number;
  /** Called before each request; if it throws, the request is not made. */
  begin?(): void;
  signal: AbortSignal;
}

const Request = z.object({
  url: z.string().max(8192),
  method: z.string().max(20).default("GET"),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().max(1_000_000).optional(),
});

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const MAX_BYTES = 2_000_000;
const TIMEOUT = 20_000;

/** Errors are thrown in the program. */
export function createGateway(options: GatewayOptions): HostFunction {
  let left = options.max_requests ?? 30;
  const hidden = hiding((options.secrets ?? []).map(({ value }) => value));
  return async (value) => {
    const { url, method, headers, body } = Request.parse(value);
    if (!METHODS.has(method.toUpperCase())) throw new Error(`The method ${method} is not allowed.`);
    if (options.hosts.length === 0) throw new Error("This program has no network: it requested no hosts.");
    if (left-- <= 0) throw new Error("This program has made too many requests.");
    options.begin?.();
    const answer = await options.fetch.load(url, {
      method: method.toUpperCase(),
      headers: withSecrets(headers, { url, secrets: options.secrets ?? [] }),
      ...(body === undefined ? {} : { body }),
      only_hosts: options.hosts,
      max_bytes: MAX_BYTES,
      timeout_ms: TIMEOUT,
      signal: options.signal,
    });
    if (!answer.ok) throw new Error(hidden(answer.reason));
    return responseFor(answer, hidden);
  };
}

async function responseFor({ status, url, headers, body }: FetchResult & { ok: true }, hidden: Hide) {
  const whole = await unpack(body, { encoding: headers.get("content-encoding"), most: MAX_BYTES });
  const shown = [...headers].filter(([name]) => name !== "set-cookie");
  return {
    status,
    url: hidden(url),
    headers: Object.fromEntries(shown.map(([name, value]) => [hidden(name), hidden(value)])),
    body: hidden(new TextDecoder().decode(whole)),
  };
}

interface RequestTarget {
  url: string;
  secrets: readonly GivenSecret[];
}

function withSecrets(headers: Record<string, string>, sending: RequestTarget): Record<string, string> {
  const filled = (value: string) =>
    value.replace(/\{\{secret:([A-Z][A-Z0-9_]*)\}\}/g, (_, name: string) => secretFor(name, sending));
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
}

/** After a redirect to another host the guarded fetch sends no secret. */
function secretFor(name: string, { url, secrets }: RequestTarget): string {
  const found = secrets.find((secret) => secret.name === name);
  if (!found) throw new Error(`The secret ${name} is not set, or not declared.`);
  const to = URL.parse(url);
  if (to && found.hosts.some((host) => host === to.host || host === to.hostname)) return found.value;
  throw new Error(
    `The secret ${name} goes to ${found.hosts.join(", ")} only, not to ${to?.host ?? "this address"}, according to package.json.`,
  );
}

type Hide = (text: string) => string;

/**
 * Masks secrets in responses: a host that echoes what it was sent, even in another run, would reveal them to
 * the program.
 */
function hiding(secrets: readonly string[]): Hide {
  let forms: RegExp[] | undefined;
  return (text) => {
    forms ??= secrets.flatMap(formsOf);
    return forms.reduce((safe, form) => safe.replace(form, "[secret]"), text);
  };
}
