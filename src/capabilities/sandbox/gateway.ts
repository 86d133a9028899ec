/** The only way from a program to the network: some hosts, through the guarded fetch, so many requests, so much data. */
import { z } from "zod";
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { HostFunction } from "./port.ts";

export interface GatewayOptions {
  fetch: GuardedFetch;
  /** `host` or `host:port`. */
  hosts: readonly string[];
  /** `{{secret:NAME}}` in a header becomes this; the program never sees it, nor does a host tell it. */
  secret?(name: string): string | undefined;
  max_requests?: number;
  /** Told before each request; it is not made when this throws. */
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

/** What it throws is thrown in the program. */
export function createGateway(options: GatewayOptions): HostFunction {
  let left = options.max_requests ?? 30;
  const given = new Set<string>();
  const hidden = (text: string) => withoutSecrets(text, given);
  return async (value) => {
    const { url, method, headers, body } = Request.parse(value);
    if (!METHODS.has(method.toUpperCase())) throw new Error(`The method ${method} is not allowed.`);
    if (options.hosts.length === 0) throw new Error("This program has no network: no hosts were asked for.");
    if (left-- <= 0) throw new Error("This program has made too many requests.");
    options.begin?.();
    const answer = await options.fetch.load(url, {
      method: method.toUpperCase(),
      headers: withSecrets(headers, options, given),
      ...(body === undefined ? {} : { body }),
      only_hosts: options.hosts,
      max_bytes: MAX_BYTES,
      timeout_ms: TIMEOUT,
      signal: options.signal,
    });
    if (!answer.ok) throw new Error(hidden(answer.reason));
    return {
      status: answer.status,
      url: hidden(answer.url),
      headers: Object.fromEntries(
        [...answer.headers]
          .filter(([name]) => name !== "set-cookie")
          .map(([name, value]) => [name, hidden(value)]),
      ),
      body: hidden(new TextDecoder().decode(answer.body)),
    };
  };
}

function withSecrets(
  headers: Record<string, string>,
  options: GatewayOptions,
  given: Set<string>,
): Record<string, string> {
  const filled = (value: string) =>
    value.replace(/\{\{secret:([A-Z][A-Z0-9_]*)\}\}/g, (_, name: string) => {
      const found = options.secret?.(name);
      if (found === undefined) throw new Error(`The secret ${name} is not set, or not declared.`);
      given.add(found);
      return found;
    });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
}

/** A host that echoes headers would hand them to the program. */
function withoutSecrets(text: string, given: ReadonlySet<string>): string {
  let safe = text;
  for (const secret of given) {
    for (const form of [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      btoaOf(secret),
    ])
      safe = safe.replaceAll(form, "[secret]");
  }
  return safe;
}

/** As basic authentication and tokens travel. */
function btoaOf(secret: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(secret)));
}
