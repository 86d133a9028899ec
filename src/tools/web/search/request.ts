/** A search as a request to a provider. */
import { z } from "zod";
import type { Allowance } from "../../../domain/time/rate-limiter.ts";
import type { Focus, SearchHit, SearchQuery, SearchSettings } from "./query.ts";

export interface SearchRequest {
  provider: string;
  url: string;
  init: RequestInit;
  /** Most requests of an engine that asks for politeness; absent: as its key allows. */
  allowance?: Allowance;
  /** Parses the body of the provider's answer. Throws if it has another form. */
  parse(body: string): SearchHit[];
}

/** A provider. A new one is a file, and a line in `providers.ts`. */
export interface SearchProvider {
  /** Name of its connection. */
  readonly name: string;
  /** Asked for this focus alone; absent: for all that no provider of their own serves. */
  readonly serves?: Focus;
  /** Undefined where it is not set. */
  request(settings: SearchSettings, query: SearchQuery): SearchRequest | undefined;
}

/** Text that may be missing or null. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const DAYS = { day: 1, week: 7, month: 31, year: 366 } as const;

/** The earliest day of pages this new, as YYYY-MM-DD. */
export function earliestDay({ freshness, now }: SearchQuery): string | undefined {
  if (freshness === undefined || now === undefined) return undefined;
  return new Date(now - DAYS[freshness] * 86_400_000).toISOString().slice(0, 10);
}

/** Hosts that are named in words of a query; more would make it too long. */
const MOST_NAMED = 8;

/** The query with its hosts and focus as operators, which most engines understand. */
export function wordsWithOperators({ query, hosts = [], not_hosts = [], focus }: SearchQuery): string {
  const only = hosts.length > 0 ? hosts : focus === undefined ? [] : HOSTS_OF[focus];
  const sites = only.slice(0, MOST_NAMED).map((host) => `site:${host}`);
  const not = not_hosts.slice(0, MOST_NAMED).map((host) => `-site:${host}`);
  const some = sites.length > 1 ? `(${sites.join(" OR ")})` : sites.join("");
  return [query, some, ...not].filter((part) => part !== "").join(" ");
}

/** Hosts that stand for a focus where no provider of its own is connected. */
const HOSTS_OF: Readonly<Record<Focus, readonly string[]>> = {
  web: [],
  papers: ["arxiv.org", "ncbi.nlm.nih.gov", "semanticscholar.org", "biorxiv.org"],
  forum: ["reddit.com", "news.ycombinator.com", "stackexchange.com", "stackoverflow.com"],
};

export function jsonHeaders(more: Record<string, string> = {}): Record<string, string> {
  return { accept: "application/json", "content-type": "application/json", ...more };
}
