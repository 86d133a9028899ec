/**
 * DNS over HTTPS: a Worker has no other way to see where a name points, except for the hosts that the start
 * script passes on.
 */
import { z } from "zod";

/**
 * Returns all A and AAAA addresses; empty: the name has none. Throws when the look-up itself failed. `anew`
 * bypasses the cache.
 */
export type Resolve = (
  host: string,
  signal: AbortSignal,
  options?: { anew?: boolean | undefined },
) => Promise<string[]>;

const Answer = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string(), TTL: z.number() })).optional(),
});

const RECORD = { A: 1, AAAA: 28 };
const NXDOMAIN = 3;
const MAX_KEPT = 500;
/** Maximum cache time in ms, however long the answer's TTL is. */
const KEPT_FOR = 30_000;

interface DohDeps {
  fetch(url: string, init: RequestInit): Promise<Response>;
  now(): number;
  /** A resolver that answers `application/dns-json`. */
  url: string;
}

export const DEFAULT_DOH_URL = "https://cloudflare-dns.com/dns-query";

export function createDohResolver(deps: DohDeps): Resolve {
  const cache = new Map<string, { addresses: string[]; until: number }>();
  return async (host, signal, { anew = false } = {}) => {
    const known = cache.get(host);
    if (!anew && known && known.until > deps.now()) return known.addresses;
    // The TTL counts from the request, not from the answer.
    const began = deps.now();
    const found = await Promise.all([
      query(deps, { host, type: "A" }, signal),
      query(deps, { host, type: "AAAA" }, signal),
    ]);
    const addresses = found.flatMap((answer) => answer.addresses);
    if (cache.size >= MAX_KEPT) cache.clear();
    const livesFor = Math.min(KEPT_FOR, ...found.map(({ lives_ms }) => lives_ms));
    cache.set(host, { addresses, until: began + livesFor });
    return addresses;
  };
}

/** Merges the answers of all resolvers: a name is as closed as the worst of its addresses. */
export function byAllOf(resolvers: readonly Resolve[]): Resolve {
  return async (host, signal, options) => {
    const found = await Promise.all(resolvers.map((resolve) => resolve(host, signal, options)));
    return [...new Set(found.flat())];
  };
}

async function askServer({ fetch }: DohDeps, url: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { headers: { accept: "application/dns-json" }, signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new Error(`the name server ${new URL(url).host} could not be reached`, { cause });
  }
}

async function query(
  deps: DohDeps,
  { host, type }: { host: string; type: "A" | "AAAA" },
  signal: AbortSignal,
): Promise<{ addresses: string[]; lives_ms: number }> {
  const url = `${deps.url}?name=${encodeURIComponent(host)}&type=${type}`;
  const response = await askServer(deps, url, signal);
  if (!response.ok) throw new Error(`the name server answered ${response.status}`);
  const answer = Answer.parse(await response.json());
  if (answer.Status !== 0 && answer.Status !== NXDOMAIN) {
    throw new Error(`the name server answered with code ${answer.Status}`);
  }
  const records = answer.Answer ?? [];
  return {
    addresses: records.filter((record) => record.type === RECORD[type]).map((record) => record.data),
    // Includes the TTLs of aliases. A negative answer has no TTL of its own here.
    lives_ms: Math.min(Number.POSITIVE_INFINITY, ...records.map(({ TTL }) => TTL * 1000)),
  };
}
