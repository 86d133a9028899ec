/** Requests to the host of a site, and to no other. */
import type { FetchResult, GuardedFetch } from "../../agent/ports/fetch.ts";
import { decodeText } from "../../domain/text/decode-text.ts";
import { READABLE, type ReadSentFile, readPage } from "../../tools/web/page.ts";
import type { CollectionDocument } from "../collection.ts";
import { parseRobots, type Robots } from "./robots.ts";
import { pageOf } from "./scope.ts";

export interface SiteAccess {
  fetch: GuardedFetch;
  readFile: ReadSentFile;
}

export type PageAnswer =
  | { kind: "page"; url: string; title: string; text: string; links: string[]; version: string }
  /** `elsewhere`: it leads out of the site; `failed`: the next reading may succeed. */
  | { kind: "unchanged" | "gone" | "elsewhere" | "unreadable" | "failed" | "slow_down" };

const USER_AGENT = "Mozilla/5.0 (compatible; Nightjar/0.1; reads this site for a person's collection)";
const PAGE_BYTES = 8_000_000;
const LIST_BYTES = 5_000_000;
const MOST_TITLE = 300;

/** Undefined: the host doesn't answer, so that nothing may be read now. A site without the file allows everything. */
export async function askRobots({ fetch }: SiteAccess, start: string): Promise<Robots | undefined> {
  const answer = await ask(fetch, {
    start,
    address: new URL("/robots.txt", start).href,
    max_bytes: LIST_BYTES,
  });
  if (!answer.ok) return answer.problem === "refused" ? parseRobots("") : undefined;
  if (answer.status >= 500 || answer.status === 429) return undefined;
  return parseRobots(answer.status < 300 ? (decodeText(answer.body) ?? "") : "");
}

/** Text of a sitemap; undefined: there is none. */
export async function askSitemap(
  { fetch }: SiteAccess,
  start: string,
  address: string,
): Promise<string | undefined> {
  const answer = await ask(fetch, { start, address, max_bytes: LIST_BYTES });
  return answer.ok && answer.status < 300 ? decodeText(answer.body) : undefined;
}

/** `known`: the page as it was read last, whose text is asked for only if it changed. */
export async function askPage(
  { fetch, readFile }: SiteAccess,
  { start, address, known }: { start: string; address: string; known: CollectionDocument | undefined },
): Promise<PageAnswer> {
  const headers = known?.state === "indexed" ? conditions(known.version) : {};
  const answer = await ask(fetch, { start, address, headers, accept: READABLE, max_bytes: PAGE_BYTES });
  if (!answer.ok) return { kind: REFUSALS[answer.problem] ?? "failed" };
  if (answer.status === 304) return { kind: "unchanged" };
  if (answer.status >= 300) return { kind: STATUSES[answer.status] ?? "failed" };
  const url = pageOf(start, answer.url);
  if (url === undefined) return { kind: "elsewhere" };
  try {
    const { title, markdown, links } = await readPage(answer, readFile);
    const name = title === "" ? url : title.slice(0, MOST_TITLE);
    return { kind: "page", url, title: name, text: markdown, links, version: versionOf(answer.headers) };
  } catch {
    return { kind: "unreadable" };
  }
}

const REFUSALS: Partial<Record<string, "elsewhere" | "unreadable">> = {
  refused: "elsewhere",
  too_large: "unreadable",
  wrong_type: "unreadable",
};

const STATUSES: Partial<Record<number, "gone" | "slow_down">> = {
  404: "gone",
  410: "gone",
  429: "slow_down",
};

interface Asked {
  start: string;
  address: string;
  headers?: Record<string, string>;
  accept?: readonly string[];
  max_bytes: number;
}

/** A redirect to another host is refused. */
function ask(fetch: GuardedFetch, { start, address, headers, ...limits }: Asked): Promise<FetchResult> {
  const only_hosts = [new URL(start).host];
  return fetch.load(address, { ...limits, only_hosts, headers: { "user-agent": USER_AGENT, ...headers } });
}

const [ETAG, MODIFIED] = ["etag:", "modified:"];

/** Empty: the server names none. */
function versionOf(headers: Headers): string {
  const [etag, modified] = [headers.get("etag"), headers.get("last-modified")];
  if (etag) return `${ETAG}${etag}`;
  return modified ? `${MODIFIED}${modified}` : "";
}

function conditions(version: string): Record<string, string> {
  if (version.startsWith(ETAG)) return { "if-none-match": version.slice(ETAG.length) };
  return version.startsWith(MODIFIED) ? { "if-modified-since": version.slice(MODIFIED.length) } : {};
}
