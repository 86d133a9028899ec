/** Providers in their own wire formats, several at once, and the hosts that a search is limited to. */
import { describe, expect, test } from "vitest";
import { CONNECTIONS } from "../../../../src/domain/fields/connections/list.ts";
import { RateLimiter } from "../../../../src/domain/time/rate-limiter.ts";
import { isSearchSet } from "../../../../src/tools/web/search/is-set.ts";
import { mergedHits, pageKey } from "../../../../src/tools/web/search/merge.ts";
import { searchRequests } from "../../../../src/tools/web/search/providers.ts";
import type { SearchSettings } from "../../../../src/tools/web/search/query.ts";
import { createWebSearchTool } from "../../../../src/tools/web/web-search.ts";
import { call, contentOf } from "../support.ts";

type Answer = () => Response | Promise<Response>;
const OWLS = { title: "Owls", url: "https://example.com/owls" };

function searching(settings: SearchSettings, answers: Readonly<Record<string, Answer>>, clock = { now: 0 }) {
  const asked: { url: URL; init: RequestInit; body: unknown }[] = [];
  const tool = createWebSearchTool({
    settings,
    pace: new RateLimiter(() => clock.now),
    patience_ms: 50,
    fetch: async (address, init) => {
      const url = new URL(address);
      asked.push({ url, init, body: init.body ? JSON.parse(String(init.body)) : undefined });
      return answers[url.hostname]?.() ?? new Response("", { status: 500 });
    },
  });
  return { asked, tool };
}

const headersOf = (init: RequestInit | undefined) => new Headers(init?.headers);

describe("a provider is asked in its own format, and its answer becomes a list", () => {
  const found = "1. Owls\nhttps://example.com/owls\nThey hunt";

  test("Exa", async () => {
    const { tool, asked } = searching(
      { EXA_API_KEY: "k" },
      { "api.exa.ai": () => Response.json({ results: [{ ...OWLS, highlights: ["They hunt"] }] }) },
    );
    const input = { query: "owls", focus: "papers", hosts: ["example.com"], not_hosts: ["bad.example"] };
    expect(await contentOf(tool, input)).toBe(found);
    expect(asked[0]?.body).toMatchObject({
      query: "owls",
      numResults: 8,
      category: "research paper",
      includeDomains: ["example.com"],
      excludeDomains: ["bad.example"],
    });
    expect(headersOf(asked[0]?.init).get("x-api-key")).toBe("k");
  });

  test("Serper", async () => {
    const organic = [{ title: "Owls", link: OWLS.url, snippet: "They hunt" }];
    const { tool, asked } = searching(
      { SERPER_API_KEY: "k" },
      { "google.serper.dev": () => Response.json({ organic }) },
    );
    expect(await contentOf(tool, { query: "owls", freshness: "month", not_hosts: ["bad.example"] })).toBe(
      found,
    );
    expect(asked[0]?.body).toEqual({ q: "owls -site:bad.example", num: 8, tbs: "qdr:m" });
    expect(headersOf(asked[0]?.init).get("x-api-key")).toBe("k");
  });

  test("Kagi", async () => {
    const data = [
      { t: 0, ...OWLS, snippet: "They hunt" },
      { t: 1, list: ["owls at night"] },
    ];
    const { tool, asked } = searching({ KAGI_API_KEY: "k" }, { "kagi.com": () => Response.json({ data }) });
    expect(await contentOf(tool, { query: "owls", count: 3 })).toBe(found);
    expect(asked[0]?.url.search).toBe("?q=owls&limit=3");
    expect(headersOf(asked[0]?.init).get("authorization")).toBe("Bot k");
  });

  test("Google, once it has a key and a search engine", async () => {
    const items = [{ title: "Owls", link: OWLS.url, snippet: "They hunt" }];
    const half = searching({ GOOGLE_SEARCH_API_KEY: "k" }, {});
    expect(half.tool.isOffered?.()).toBe(false);
    const { tool, asked } = searching(
      { GOOGLE_SEARCH_API_KEY: "k", GOOGLE_SEARCH_ENGINE_ID: "e" },
      { "www.googleapis.com": () => Response.json({ items }) },
    );
    expect(await contentOf(tool, { query: "owls", count: 20, freshness: "week" })).toBe(found);
    expect(asked[0]?.url.search).toBe("?key=k&cx=e&q=owls&num=10&dateRestrict=w1");
  });

  test("Jina, for its list alone", async () => {
    const data = [{ ...OWLS, description: "They hunt" }];
    const { tool, asked } = searching({ JINA_API_KEY: "k" }, { "s.jina.ai": () => Response.json({ data }) });
    expect(await contentOf(tool, { query: "owls", hosts: ["example.com"] })).toBe(found);
    expect(asked[0]?.url.searchParams.get("q")).toBe("owls site:example.com");
    expect(headersOf(asked[0]?.init).get("x-respond-with")).toBe("no-content");
  });

  test("OpenAlex, for papers alone: the open copy goes first, and the abstract is put together", async () => {
    const works = [
      {
        id: "https://openalex.org/W1",
        doi: "https://doi.org/10.1/owls",
        title: "Owls",
        publication_date: "2024-02-01",
        best_oa_location: { landing_page_url: OWLS.url },
        abstract_inverted_index: { hunt: [1], They: [0] },
      },
    ];
    const { tool, asked } = searching(
      { OPENALEX_SEARCH: "true", SEARXNG_URL: "http://searx.example" },
      {
        "api.openalex.org": () => Response.json({ results: works }),
        "searx.example": () => Response.json({ results: [] }),
      },
    );
    expect(await contentOf(tool, { query: "owls", focus: "papers" })).toBe(
      "1. Owls\nhttps://example.com/owls\n2024-02-01: They hunt",
    );
    expect(asked.map(({ url }) => url.hostname)).toEqual(["api.openalex.org", "searx.example"]);
    expect(asked[1]?.url.searchParams.get("categories")).toBe("science");
    await contentOf(tool, { query: "owls" });
    expect(asked.slice(2).map(({ url }) => url.hostname)).toEqual(["searx.example"]);
  });

  const FEED = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">
    <link href="https://arxiv.org/api/query?search_query=x"/><title>arXiv Query</title><id>https://arxiv.org/api/x</id>
    <entry><id>http://arxiv.org/abs/2401.01234v2</id><title>Owls &amp;
      mice</title><published>2024-02-01T10:00:00Z</published><summary>They
      hunt</summary></entry>
    <entry><id>https://arxiv.org/api/errors#x</id><title>Error</title><summary>no</summary></entry></feed>`;

  test("arXiv, which names a paper as the other catalogues do", async () => {
    const { tool, asked } = searching(
      { ARXIV_SEARCH: "true", SEARXNG_URL: "http://searx.example" },
      { "export.arxiv.org": () => new Response(FEED), "searx.example": () => Response.json({ results: [] }) },
    );
    expect(await contentOf(tool, { query: "How do owls hunt?", focus: "papers", count: 3 })).toBe(
      "1. Owls & mice\nhttps://arxiv.org/abs/2401.01234\n2024-02-01: They hunt",
    );
    expect(asked[0]?.url.searchParams.get("search_query")).toBe("all:do AND all:owls AND all:hunt");
    expect(asked[0]?.url.searchParams.get("max_results")).toBe("3");
  });

  test("Semantic Scholar, where the copy that can be read goes first", async () => {
    const data = [
      { title: "Owls", url: "https://s2.example/1", abstract: "They hunt", publicationDate: "2024-02-01" },
      {
        title: "Mice",
        externalIds: { ArXiv: "2401.9" },
        openAccessPdf: { url: "https://b.example" },
        year: 2023,
      },
      { title: "Bats", externalIds: { DOI: "10.1/bats" }, openAccessPdf: { url: "" } },
    ];
    const { tool, asked } = searching(
      { SEMANTIC_SCHOLAR_SEARCH: "true", SEARXNG_URL: "http://searx.example" },
      {
        "api.semanticscholar.org": () => Response.json({ total: 3, data }),
        "searx.example": () => Response.json({ results: [] }),
      },
    );
    const found = await call(tool, { query: "night-active owls", focus: "papers" });
    expect(found).toMatchObject({
      links: ["https://s2.example/1", "https://arxiv.org/abs/2401.9", "https://doi.org/10.1/bats"],
      content: expect.stringContaining("2024-02-01: They hunt"),
    });
    expect(asked[0]?.url.pathname).toBe("/graph/v1/paper/search");
    expect(asked[0]?.url.searchParams.get("query")).toBe("night active owls");
  });

  test("Cloudflare, once it has an account and a token, with its envelope and without", async () => {
    const items = [{ ...OWLS, description: "They hunt" }];
    const keys = { CLOUDFLARE_SEARCH_ACCOUNT: "acc", CLOUDFLARE_SEARCH_TOKEN: "k" };
    expect(searching({ CLOUDFLARE_SEARCH_TOKEN: "k" }, {}).tool.isOffered?.()).toBe(false);
    for (const body of [{ items }, { success: true, result: { items }, errors: [] }]) {
      const { tool, asked } = searching(keys, { "api.cloudflare.com": () => Response.json(body) });
      expect(await contentOf(tool, { query: "owls", count: 20 })).toBe(found);
      expect(asked[0]?.url.pathname).toBe("/client/v4/accounts/acc/ai/websearch/");
      expect(asked[0]?.body).toEqual({ query: "owls", limit: 10, options: { gateway: { id: "default" } } });
      expect(headersOf(asked[0]?.init).get("authorization")).toBe("Bearer k");
    }
  });
});

const PAPERS = ["openalex", "arxiv", "semantic_scholar"];

test("every search engine of the page Connections makes web search known as set, and is asked", () => {
  const engines = CONNECTIONS.filter(({ group, name }) => group === "search" && !PAPERS.includes(name));
  for (const { name, fields, sets } of engines) {
    const settings = {
      ...Object.fromEntries(Object.keys(fields).map((key) => [key, "https://x.example"])),
      ...sets,
    };
    expect(isSearchSet(settings), name).toBe(true);
    expect(searchRequests(settings, { query: "owls", count: 1 }), name).toHaveLength(1);
  }
  expect(isSearchSet({ OPENALEX_SEARCH: "true" })).toBe(false);
  const papers = { OPENALEX_SEARCH: "true", ARXIV_SEARCH: "true", SEMANTIC_SCHOLAR_SEARCH: "true" } as const;
  expect(searchRequests(papers, { query: "owls", count: 1, focus: "papers" })).toHaveLength(PAPERS.length);
});

describe("an engine that asks for politeness", () => {
  const settings = { ARXIV_SEARCH: "true", SEARXNG_URL: "http://searx.example" } as const;
  const results = [{ ...OWLS, content: "They hunt" }];
  const asking = (arxiv: Answer) => {
    const clock = { now: 0 };
    const answers = { "export.arxiv.org": arxiv, "searx.example": () => Response.json({ results }) };
    const { tool, asked } = searching(settings, answers, clock);
    const papers = async (at: number) => {
      clock.now = at;
      await contentOf(tool, { query: "owls", focus: "papers" });
      return asked.filter(({ url }) => url.hostname === "export.arxiv.org").length;
    };
    return papers;
  };

  test("is passed over until its time has come, and the others answer", async () => {
    const papers = asking(() => new Response("<feed></feed>"));
    expect([await papers(0), await papers(2_000), await papers(3_000)]).toEqual([1, 1, 2]);
  });

  test("rests for a minute once it has had too many", async () => {
    const papers = asking(() => new Response("Rate exceeded.", { status: 429 }));
    expect([await papers(0), await papers(59_000), await papers(60_000)]).toEqual([1, 1, 2]);
  });
});

describe("several providers", () => {
  const settings = { BRAVE_API_KEY: "b", TAVILY_API_KEY: "t" };
  const brave = (...urls: string[]) =>
    Response.json({ web: { results: urls.map((url) => ({ title: url, url, description: "b" })) } });
  const tavily = (...urls: string[]) =>
    Response.json({ results: urls.map((url) => ({ title: url, url, content: "a longer one" })) });
  const linksOf = (outcome: unknown) => (outcome as { links: string[] }).links;

  test("are asked side by side, and what both found goes first", async () => {
    const { tool } = searching(settings, {
      "api.search.brave.com": () => brave("https://a.example/", "https://both.example/x"),
      "api.tavily.com": () => tavily("http://www.both.example/x/?utm_source=t", "https://c.example/"),
    });
    const outcome = await call(tool, { query: "owls" });
    expect(linksOf(outcome)).toEqual(["https://both.example/x", "https://a.example/", "https://c.example/"]);
    expect(outcome).toMatchObject({ content: expect.stringContaining("a longer one") });
  });

  test("go on without one that fails, and fail when all do", async () => {
    const one = searching(settings, { "api.tavily.com": () => tavily("https://a.example/") });
    expect(linksOf(await call(one.tool, { query: "owls" }))).toEqual(["https://a.example/"]);
    const none = searching(settings, {});
    expect(await contentOf(none.tool, { query: "owls" })).toBe(
      "error: Brave answered 500.\nTavily answered 500.",
    );
  });

  test("one that is silent is left behind once another has found something", async () => {
    const { tool } = searching(settings, {
      "api.search.brave.com": () => new Promise<Response>(() => undefined),
      "api.tavily.com": () => tavily("https://a.example/"),
    });
    expect(linksOf(await call(tool, { query: "owls" }))).toEqual(["https://a.example/"]);
  });
});

describe("hosts", () => {
  const results = ["https://www.a.example/1", "https://sub.a.example/2", "https://b.example/3"].map(
    (url) => ({
      title: url,
      url,
      content: "",
    }),
  );
  const found = async (settings: SearchSettings, input: object) => {
    const { tool } = searching(
      { SEARXNG_URL: "http://searx.example", ...settings },
      { "searx.example": () => Response.json({ results }) },
    );
    return (await call(tool, { query: "owls", ...input })) as {
      ok: boolean;
      links?: string[];
      error?: string;
    };
  };

  test("are held to, whatever the provider gives", async () => {
    expect((await found({}, { hosts: ["https://A.example/path"] })).links).toEqual([
      "https://www.a.example/1",
      "https://sub.a.example/2",
    ]);
    expect((await found({ SEARCH_BLOCKED_HOSTS: "sub.a.example, b.example" }, {})).links).toEqual([
      "https://www.a.example/1",
    ]);
  });

  test("of a search narrow those of the instance, and never widen them", async () => {
    const limited = { SEARCH_HOSTS: "a.example" };
    expect((await found(limited, { hosts: ["sub.a.example", "b.example"] })).links).toEqual([
      "https://sub.a.example/2",
    ]);
    expect(await found(limited, { hosts: ["b.example"] })).toMatchObject({
      ok: false,
      error: expect.stringContaining("limited to other sites"),
    });
  });
});

describe("a page", () => {
  test.each([
    ["http://www.example.com/a/", "https://example.com/a"],
    ["https://example.com/a?utm_source=x&b=1&fbclid=2", "https://example.com/a?b=1"],
    ["https://amp.example.com/a/amp", "https://example.com/a#part"],
    ["https://example.com/?b=2&a=1", "https://example.com/?a=1&b=2"],
  ])("is the same at %s and %s", (one, other) => expect(pageKey(one)).toBe(pageKey(other)));

  test("is another at another path or with another parameter", () => {
    const keys = ["https://example.com/a", "https://example.com/b", "https://example.com/a?id=1"].map(
      pageKey,
    );
    expect(new Set(keys).size).toBe(3);
  });

  test("counts once in a list that has it twice", () => {
    const twice = [OWLS.url, `${OWLS.url}/`].map((url) => ({ title: "Owls", url, snippet: "" }));
    expect(mergedHits([twice])).toHaveLength(1);
  });
});
