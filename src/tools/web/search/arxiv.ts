/** arXiv: preprints, by its own API. It needs no key, and is asked once every three seconds at most. */
import { earliestDay, type SearchProvider } from "./request.ts";

const MOST_WORDS = 6;
const MOST_CHARACTERS = 600;
/** Words that a search for all words would only miss by. */
const SMALL = new Set(
  "a an and are by for from how in is of on or the to was what which who why with".split(" "),
);

export const arxiv: SearchProvider = {
  name: "arxiv",
  serves: "papers",
  request(settings, query) {
    const { ARXIV_SEARCH: isOn, ARXIV_BASE_URL: base = "https://export.arxiv.org" } = settings;
    const words = wordsOf(query.query);
    if (isOn !== "true" || words.length === 0) return undefined;
    const since = earliestDay(query)?.replaceAll("-", "");
    const all = words.map((word) => `all:${word}`);
    const terms = since ? [...all, `submittedDate:[${since}0000 TO 999912312359]`] : all;
    const params = new URLSearchParams({
      search_query: terms.join(" AND "),
      max_results: String(query.count),
      sortBy: "relevance",
    });
    return {
      provider: "arXiv",
      url: `${base}/api/query?${params}`,
      init: { headers: { accept: "application/atom+xml" } },
      allowance: { most: 1, seconds: 3 },
      parse: hitsOf,
    };
  },
};

function wordsOf(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !SMALL.has(word)).slice(0, MOST_WORDS);
}

/** Throws for what is no feed: when it is asked too often, arXiv answers in plain words. */
function hitsOf(feed: string) {
  if (!/<feed[\s>]/.test(feed)) throw new Error("arXiv's answer is no feed");
  return [...feed.matchAll(/<entry>([\s\S]*?)<\/entry>/g)].flatMap(([, entry = ""]) => {
    const id = textOf(entry, "id");
    // A mistake in the query comes as an entry too.
    if (!/\/abs\//.test(id)) return [];
    const day = textOf(entry, "published").slice(0, 10);
    const snippet = `${day}: ${textOf(entry, "summary").slice(0, MOST_CHARACTERS)}`;
    return [{ title: textOf(entry, "title"), url: withoutVersion(id), snippet }];
  });
}

/** Other catalogues name the paper without its version. */
function withoutVersion(id: string): string {
  return id.replace(/^http:/, "https:").replace(/v\d+$/, "");
}

const MARKS: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function textOf(entry: string, element: string): string {
  const [, found = ""] = new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`).exec(entry) ?? [];
  return found
    .replace(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => MARKS[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}
