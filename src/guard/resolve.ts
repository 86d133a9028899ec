/** Names to addresses by DNS over HTTPS: a Worker has no other way to see where a name points. */
import { z } from "zod";

/** All A and AAAA addresses. Empty: the name has none. Throws when the look-up itself failed. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>;

const Answer = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string(), TTL: z.number() })).optional(),
});

const RECORD = { A: 1, AAAA: 28 };
const NXDOMAIN = 3;
const MAX_KEPT = 500;
/** ms: short, since a name that moves is looked at again. */
const KEPT_FOR = 30_000;

export interface DohDeps {
  fetch(url: string, init: RequestInit): Promise<Response>;
  now(): number;
  /** A resolver that answers `application/dns-json`. */
  url: string;
}

export const DEFAULT_DOH_URL = "https://cloudflare-dns.com/dns-query";

export function createDohResolver(deps: DohDeps): Resolve {
  const kept = new Map<string, { addresses: string[]; until: number }>();
  return async (host, signal) => {
    const known = kept.get(host);
    if (known && known.until > deps.now()) return known.addresses;
    const found = await Promise.all([
      query(deps, { host, type: "A" }, signal),
      query(deps, { host, type: "AAAA" }, signal),
    ]);
    const addresses = found.flat();
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(host, { addresses, until: deps.now() + KEPT_FOR });
    return addresses;
  };
}

async function asked({ fetch }: DohDeps, url: string, signal: AbortSignal): Promise<Response> {
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
): Promise<string[]> {
  const url = `${deps.url}?name=${encodeURIComponent(host)}&type=${type}`;
  const response = await asked(deps, url, signal);
  if (!response.ok) throw new Error(`the name server answered ${response.status}`);
  const answer = Answer.parse(await response.json());
  if (answer.Status !== 0 && answer.Status !== NXDOMAIN) {
    throw new Error(`the name server answered with code ${answer.Status}`);
  }
  return (answer.Answer ?? []).filter((record) => record.type === RECORD[type]).map((record) => record.data);
}
