/** The only way from a program to the network: some hosts, through the guarded fetch, so many requests, so much data. */
import { z } from "zod";
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { HostFunction } from "./port.ts";

export interface GatewayOptions {
  fetch: GuardedFetch;
  /** `host` or `host:port`. */
  hosts: readonly string[];
  /** `{{secret:NAME}}` in a header becomes this; the program never sees it. */
  secret?(name: string): string | undefined;
  max_requests?: number;
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
  return async (value) => {
    const { url, method, headers, body } = Request.parse(value);
    if (!METHODS.has(method.toUpperCase())) throw new Error(`The method ${method} is not allowed.`);
    if (options.hosts.length === 0) throw new Error("This program has no network: no hosts were asked for.");
    if (left-- <= 0) throw new Error("This program has made too many requests.");
    const answer = await options.fetch.load(url, {
      method: method.toUpperCase(),
      headers: withSecrets(headers, options),
      ...(body === undefined ? {} : { body }),
      only_hosts: options.hosts,
      max_bytes: MAX_BYTES,
      timeout_ms: TIMEOUT,
      signal: options.signal,
    });
    if (!answer.ok) throw new Error(answer.reason);
    return {
      status: answer.status,
      url: answer.url,
      headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== "set-cookie")),
      body: new TextDecoder().decode(answer.body),
    };
  };
}

function withSecrets(headers: Record<string, string>, options: GatewayOptions): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value, options)]));
}

function filled(value: string, { secret }: GatewayOptions): string {
  return value.replace(/\{\{secret:([A-Z][A-Z0-9_]*)\}\}/g, (_, name: string) => {
    const found = secret?.(name);
    if (found === undefined) throw new Error(`The secret ${name} is not set, or not declared.`);
    return found;
  });
}
