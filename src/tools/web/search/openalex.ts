/** OpenAlex: an open catalogue of papers. It needs no key. */
import { z } from "zod";
import { earliestDay, type SearchProvider, text } from "./request.ts";

const Location = z.object({ landing_page_url: text, pdf_url: text }).nullish();
const Answer = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      doi: text,
      title: text,
      publication_date: text,
      best_oa_location: Location,
      primary_location: Location,
      abstract_inverted_index: z.record(z.string(), z.array(z.number())).nullish(),
    }),
  ),
});
type Work = z.output<typeof Answer>["results"][number];

const FIELDS = "id,doi,title,publication_date,best_oa_location,primary_location,abstract_inverted_index";
const MOST_WORDS = 80;

export const openAlex: SearchProvider = {
  name: "openalex",
  serves: "papers",
  request(settings, query) {
    const { OPENALEX_SEARCH: isOn, OPENALEX_BASE_URL: base = "https://api.openalex.org" } = settings;
    if (isOn !== "true") return undefined;
    const since = earliestDay(query);
    const params = new URLSearchParams({
      search: query.query,
      "per-page": String(query.count),
      select: FIELDS,
      ...(since && { filter: `from_publication_date:${since}` }),
    });
    return {
      provider: "OpenAlex",
      url: `${base}/works?${params}`,
      init: { headers: { accept: "application/json" } },
      parse: (body) => Answer.parse(JSON.parse(body)).results.map(hitOf),
    };
  },
};

/** The open copy goes first: it can be read whole. */
function hitOf({ id, doi, title, best_oa_location: open, primary_location: first, ...work }: Work) {
  const places = [open?.landing_page_url, open?.pdf_url, doi, first?.landing_page_url, id];
  const url = places.find((place) => place) ?? id;
  const words = abstractOf(work.abstract_inverted_index ?? {});
  return { title, url, snippet: [work.publication_date, words].filter((part) => part !== "").join(": ") };
}

/** The abstract comes as each word's places. */
function abstractOf(places: Readonly<Record<string, readonly number[]>>): string {
  const words = Object.entries(places).flatMap(([word, at]) => at.map((place) => ({ word, place })));
  const sorted = words.sort((a, b) => a.place - b.place).slice(0, MOST_WORDS);
  return sorted.map(({ word }) => word).join(" ");
}
