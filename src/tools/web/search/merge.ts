/** Hits of several searches as one list: ranks are fused, and hits of the same page are folded. */
import type { SearchHit } from "./query.ts";

/** Constant of reciprocal rank fusion: how little the first ranks count more than the next. */
const FLATTENS = 60;

/** The best first. A page that several lists have ranks higher than one at the same place in a single list. */
export function mergedHits(lists: readonly (readonly SearchHit[])[]): SearchHit[] {
  const found = new Map<string, { hit: SearchHit; score: number }>();
  for (const list of lists) {
    for (const [rank, hit] of distinct(list).entries()) {
      const key = pageKey(hit.url);
      const known = found.get(key);
      const score = (known?.score ?? 0) + 1 / (FLATTENS + rank + 1);
      found.set(key, { hit: known ? richer(known.hit, hit) : hit, score });
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).map(({ hit }) => hit);
}

function distinct(list: readonly SearchHit[]): SearchHit[] {
  return [...new Map(list.toReversed().map((hit) => [pageKey(hit.url), hit])).values()].reverse();
}

/** The address that was found first, with the longer passage. */
function richer(first: SearchHit, other: SearchHit): SearchHit {
  return other.snippet.length > first.snippet.length
    ? { ...other, url: first.url, title: first.title || other.title }
    : first;
}

/** Parameters that tell where a reader came from, and not what the page is. */
const TRACKING =
  /^(utm_.*|gclid|dclid|fbclid|msclkid|yclid|mc_(cid|eid)|igshid|ref|ref_src|amp|outputtype)$/i;

/** Equal for addresses of the same page. Of an address that cannot be read, the address itself. */
export function pageKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const host = url.host.replace(/^(?:www|amp)\./, "");
  const path = url.pathname.replace(/\/amp(?=\/?$)/, "").replace(/\/+$/, "");
  const params = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort();
  return `${host}${path}?${new URLSearchParams(params)}`;
}
