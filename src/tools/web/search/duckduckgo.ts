/** DuckDuckGo's page of results for browsers without scripts: it needs no key. */
import type { SearchHit } from "./query.ts";
import { type SearchProvider, wordsWithOperators } from "./request.ts";

const AGENT = "Mozilla/5.0 (compatible; Nightjar)";

export const duckDuckGo: SearchProvider = {
  name: "duckduckgo",
  request(settings, query) {
    const { DUCKDUCKGO_SEARCH: isOn, DUCKDUCKGO_BASE_URL: base = "https://html.duckduckgo.com" } = settings;
    if (isOn !== "true") return undefined;
    const form = new URLSearchParams({ q: wordsWithOperators(query) });
    if (query.freshness) form.set("df", query.freshness.slice(0, 1));
    return {
      provider: "DuckDuckGo",
      url: `${base}/html/`,
      init: {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": AGENT },
        body: form.toString(),
      },
      parse: hitsIn,
    };
  },
};

const LINK = /<a\b[^>]*\bclass="result__a"[^>]*>[\s\S]*?<\/a>/g;
const SNIPPET = /<(?:a|div)\b[^>]*\bclass="result__snippet"[^>]*>([\s\S]*?)<\/(?:a|div)>/;

/** Throws when the page is a puzzle for humans and no list of results. */
function hitsIn(page: string): SearchHit[] {
  const links = [...page.matchAll(LINK)];
  if (links.length === 0 && !/class="no-results"|No results/i.test(page))
    throw new Error("DuckDuckGo gave no list of results");
  return links.flatMap((link, at) => {
    const end = links[at + 1]?.index ?? page.length;
    return hitOf(link[0], page.slice(link.index, end)) ?? [];
  });
}

/** Undefined for an advertisement. */
function hitOf(link: string, block: string): SearchHit | undefined {
  const url = addressIn(/\bhref="([^"]*)"/.exec(link)?.[1] ?? "");
  if (url === undefined) return undefined;
  return { title: wordsOf(link), url, snippet: wordsOf(SNIPPET.exec(block)?.[1] ?? "") };
}

/** The page links by way of DuckDuckGo's own redirect, which carries the address. */
function addressIn(href: string): string | undefined {
  const url = URL.parse(decoded(href), "https://duckduckgo.com");
  if (!url || url.pathname === "/y.js") return undefined;
  const isRedirect = url.hostname.endsWith("duckduckgo.com") && url.pathname === "/l/";
  return isRedirect ? (url.searchParams.get("uddg") ?? undefined) : url.href;
}

function wordsOf(html: string): string {
  return decoded(html.replace(/<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

function decoded(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return NAMED[name.toLowerCase()] ?? whole;
    const isHex = name[1]?.toLowerCase() === "x";
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
