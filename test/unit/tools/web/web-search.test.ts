import { expect, test } from "vitest";
import { RateLimiter } from "../../../../src/domain/time/rate-limiter.ts";
import type { SearchSettings } from "../../../../src/tools/web/search/query.ts";
import { createWebSearchTool } from "../../../../src/tools/web/web-search.ts";
import { call, contentOf } from "../support.ts";

function searching(settings: SearchSettings, answer: () => Response | Promise<Response>) {
  const asked: { url: string; init: RequestInit }[] = [];
  const tool = createWebSearchTool({
    settings,
    pace: new RateLimiter(() => 0),
    fetch: async (url, init) => {
      asked.push({ url, init });
      return answer();
    },
  });
  return { asked, tool };
}

const hit = {
  title: "Owls",
  url: "https://example.com/owls",
  description: "They <strong>hunt</strong> at\nnight",
};
const brave = () => Response.json({ web: { results: [hit] } });
const found = {
  ok: true,
  content: "1. Owls\nhttps://example.com/owls\nThey hunt at night",
  trust: "untrusted",
  links: ["https://example.com/owls"],
};

test("without a provider it is not offered, and says where one is connected", async () => {
  const { tool, asked } = searching({}, brave);
  expect(tool.isOffered?.()).toBe(false);
  expect(await contentOf(tool, { query: "owls" })).toContain("[Connections](/connections)");
  expect(asked).toEqual([]);
});

const DUCK_PAGE = `<div class="result result--ad"><a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad=1">Buy owls</a></div>
<div class="result"><h2><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2Fowls&amp;rut=1">Owls</a></h2>
<a class="result__snippet" href="#">They <b>hunt</b> at&nbsp;night</a></div>`;

test("DuckDuckGo is asked without a key: its page becomes a list without advertisements, and its puzzle a failure", async () => {
  const settings = { DUCKDUCKGO_SEARCH: "true" } as const;
  const { tool, asked } = searching(settings, () => new Response(DUCK_PAGE));
  expect(tool.isOffered?.()).toBe(true);
  expect(await call(tool, { query: "owls", freshness: "week" })).toEqual(found);
  expect(asked[0]?.url).toBe("https://html.duckduckgo.com/html/");
  expect(asked[0]?.init.body).toBe("q=owls&df=w");
  const puzzle = searching(settings, () => new Response("<form id='challenge-form'>", { status: 202 }));
  expect(await contentOf(puzzle.tool, { query: "owls" })).toMatch(/was not understood/);
  const none = searching(settings, () => new Response('<div class="no-results">No results.</div>'));
  expect(await contentOf(none.tool, { query: "owls" })).toBe("Nothing was found.");
});

test("Brave is asked with its key, and its answer becomes a list", async () => {
  const { tool, asked } = searching({ BRAVE_API_KEY: "k", BRAVE_BASE_URL: "http://127.0.0.1:9601" }, brave);
  expect(await call(tool, { query: "owls & more", count: 3, freshness: "week" })).toEqual(found);
  expect(asked[0]?.url).toBe("http://127.0.0.1:9601/res/v1/web/search?q=owls+%26+more&count=3&freshness=pw");
  expect(new Headers(asked[0]?.init.headers).get("x-subscription-token")).toBe("k");
});

test("Tavily is asked with its key, and its answer becomes a list", async () => {
  const answer = () =>
    Response.json({ results: [{ title: "Owls", url: hit.url, content: "They hunt at night" }] });
  const { tool, asked } = searching({ TAVILY_API_KEY: "k" }, answer);
  expect(await call(tool, { query: "owls", freshness: "day" })).toEqual(found);
  expect(asked[0]?.url).toBe("https://api.tavily.com/search");
  expect(JSON.parse(String(asked[0]?.init.body))).toEqual({
    query: "owls",
    max_results: 8,
    time_range: "day",
  });
  expect(new Headers(asked[0]?.init.headers).get("authorization")).toBe("Bearer k");
});

test("SearXNG is asked for JSON, and its answer becomes a list", async () => {
  const answer = () =>
    Response.json({ results: [{ title: "Owls", url: hit.url, content: "They hunt at night" }] });
  const { tool, asked } = searching({ SEARXNG_URL: "http://searx.local:8080" }, answer);
  expect(await call(tool, { query: "owls" })).toEqual(found);
  expect(asked[0]?.url).toBe("http://searx.local:8080/search?q=owls&format=json");
});

test.each([
  [() => new Response("", { status: 401 }), /refused the key/],
  [() => new Response("", { status: 429 }), /too many searches/],
  [() => new Response("", { status: 500 }), /answered 500/],
  [() => new Response("<html>", { status: 200 }), /was not understood/],
  [() => Response.json({ web: { results: "no" } }), /was not understood/],
  [() => Promise.reject(new Error("connection reset by key=k")), /could not be reached/],
])("a failure of the provider is told without its secrets: %#", async (answer, reason) => {
  const content = await contentOf(searching({ BRAVE_API_KEY: "k" }, answer).tool, { query: "owls" });
  expect(content).toMatch(reason);
  expect(content).not.toContain("key=k");
});

test("results that are not addresses of the web are left out", async () => {
  const answer = () =>
    Response.json({ web: { results: [{ title: "x", url: "javascript:alert(1)", description: "" }] } });
  expect(await contentOf(searching({ BRAVE_API_KEY: "k" }, answer).tool, { query: "owls" })).toBe(
    "Nothing was found.",
  );
});
