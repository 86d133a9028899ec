/** Semantic Scholar: papers of all fields. Without a key, all its callers share an allowance. */
import { z } from "zod";
import { earliestDay, type SearchProvider, text } from "./request.ts";

const Answer = z.object({
  data: z
    .array(
      z.object({
        url: text,
        title: text,
        abstract: text,
        publicationDate: text,
        year: z.number().nullish(),
        openAccessPdf: z.object({ url: text }).nullish(),
        externalIds: z.object({ ArXiv: text, DOI: text }).nullish(),
      }),
    )
    .nullish(),
});
type Paper = NonNullable<z.output<typeof Answer>["data"]>[number];

const FIELDS = "url,title,abstract,publicationDate,year,openAccessPdf,externalIds";
const MOST_CHARACTERS = 600;

export const semanticScholar: SearchProvider = {
  name: "semantic_scholar",
  serves: "papers",
  request(settings, query) {
    const {
      SEMANTIC_SCHOLAR_SEARCH: isOn,
      SEMANTIC_SCHOLAR_BASE_URL: base = "https://api.semanticscholar.org",
    } = settings;
    if (isOn !== "true") return undefined;
    const since = earliestDay(query);
    const params = new URLSearchParams({
      // Hyphens find nothing there.
      query: query.query.replaceAll("-", " "),
      limit: String(query.count),
      fields: FIELDS,
      ...(since && { publicationDateOrYear: `${since}:` }),
    });
    return {
      provider: "Semantic Scholar",
      url: `${base}/graph/v1/paper/search?${params}`,
      init: { headers: { accept: "application/json" } },
      allowance: { most: 3, seconds: 9 },
      parse: (body) => (Answer.parse(JSON.parse(body)).data ?? []).flatMap(hitOf),
    };
  },
};

/** The open copy goes first: it can be read whole. */
function hitOf({ url: page, title, openAccessPdf: open, externalIds: ids, ...paper }: Paper) {
  const arxiv = ids?.ArXiv && `https://arxiv.org/abs/${ids.ArXiv}`;
  const doi = ids?.DOI && `https://doi.org/${ids.DOI}`;
  const url = [arxiv, open?.url, doi, page].find((place) => place);
  const day = paper.publicationDate || String(paper.year ?? "");
  const words = paper.abstract.slice(0, MOST_CHARACTERS);
  return url ? [{ title, url, snippet: [day, words].filter((part) => part !== "").join(": ") }] : [];
}
