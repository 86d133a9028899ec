import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { html, openSite, readerOf, sitemap } from "./site.ts";

let site: Awaited<ReturnType<typeof openSite>>;

beforeAll(async () => {
  site = await openSite();
});
beforeEach(() => {
  site.pages.clear();
  site.asked.length = 0;
});
afterAll(() => site.close());

const at = (path: string) => `${site.origin}${path}`;
const put = (path: string, body: string, headers: Record<string, string> = {}) =>
  void site.pages.set(path, { body, headers });
const names = (reader: ReturnType<typeof readerOf>) =>
  [...reader.documents.values()]
    .map(({ path, state }) => `${path.slice(site.origin.length)} ${state}`)
    .sort();

describe("a site with a sitemap", () => {
  test("is read page by page, as its robots.txt allows, and renewed when it is due", async () => {
    put("/robots.txt", `User-agent: *\nDisallow: /guide/secret\nCrawl-delay: 2\nSitemap: ${at("/maps.xml")}`);
    put(
      "/maps.xml",
      `<?xml version="1.0"?><sitemapindex><sitemap><loc>${at("/map.xml")}</loc></sitemap></sitemapindex>`,
    );
    const paths = ["/guide/", "/guide/barn", "/guide/secret", "/guide/lost", "/other", "/guide/away"];
    put("/map.xml", sitemap([...paths.map(at), "https://other.example/guide/"]));
    put("/guide/", html("Guide", "All about owls.", ["/guide/linked"]), { etag: '"1"' });
    put("/guide/barn", html("Barn owls", "They weigh 430 g."), { etag: '"1"' });
    put("/guide/secret", html("Secret", "Not for programs."));
    put("/guide/lost", html("Lost", "Soon gone."));
    site.pages.set("/guide/away", { status: 302, headers: { location: "https://other.example/guide/" } });
    const reader = readerOf(at("/guide/"));
    expect(await reader.slice()).toEqual({ read: 4, isOver: true });
    expect(names(reader)).toEqual(["/guide/ indexed", "/guide/barn indexed", "/guide/lost indexed"]);
    expect(reader.index.get(at("/guide/barn"))).toContain("430 g");
    expect(reader.pauses).toEqual([2_000, 2_000, 2_000, 2_000]);
    expect(site.asked).not.toContain("/guide/secret");
    expect(reader.state()).toMatchObject({ problem: null, is_listed: true });

    expect(await reader.slice()).toEqual({ read: 0, isOver: true });
    put("/guide/barn", html("Barn owls", "They weigh 450 g."), { etag: '"2"' });
    site.pages.delete("/guide/lost");
    site.asked.length = 0;
    reader.later();
    expect(await reader.slice()).toEqual({ read: 4, isOver: true });
    expect(names(reader)).toEqual(["/guide/ indexed", "/guide/barn indexed"]);
    expect(site.asked).toContain("/guide/ 304");
    expect([...reader.index.keys()]).toEqual([at("/guide/"), at("/guide/barn")]);
    expect(reader.index.get(at("/guide/barn"))).toContain("450 g");
  });
});

describe("a site without a sitemap", () => {
  test("is read by its links: below its path, to its depth, up to its most pages", async () => {
    put("/guide/", html("Guide", "Start.", ["one", "/other", "owl.png", "moved", "#top"]));
    put("/guide/one", html("One", "First.", ["two", "/guide/"]));
    put("/guide/two", html("Two", "Second.", ["three"]));
    put("/guide/three", html("Three", "Third."));
    site.pages.set("/guide/moved", { status: 301, headers: { location: "/guide/two" } });
    const deep = readerOf(at("/guide/"), { depth: 2 });
    await deep.slice();
    expect(names(deep)).toEqual([
      "/guide/ indexed",
      "/guide/one indexed",
      "/guide/three indexed",
      "/guide/two indexed",
    ]);
    const flat = readerOf(at("/guide/"), { depth: 1 });
    await flat.slice();
    expect(names(flat)).toEqual(["/guide/ indexed", "/guide/one indexed", "/guide/two indexed"]);
    const few = readerOf(at("/guide/"), { most: 2 });
    await few.slice();
    expect(names(few)).toEqual(["/guide/ indexed", "/guide/one indexed"]);
    site.pages.delete("/guide/one");
    few.again();
    await few.slice();
    expect(names(few)).toEqual(["/guide/ indexed"]);
  });

  test("is read in slices, each going on where the last one ended", async () => {
    const paths = Array.from({ length: 59 }, (_, n) => `/${n}`);
    put("/", html("Start", "All pages.", paths));
    for (const path of paths) put(path, html(`Page ${path}`, `Words of ${path}.`));
    const reader = readerOf(at("/"), { most: 60 });
    expect(await reader.slice()).toEqual({ read: 25, isOver: false });
    expect([reader.state()?.done.length, reader.state()?.queue.length]).toEqual([25, 35]);
    expect(await reader.slice()).toEqual({ read: 25, isOver: false });
    expect(await reader.slice()).toEqual({ read: 10, isOver: true });
    expect([reader.index.size, new Set(site.asked).size]).toEqual([60, site.asked.length - 2]);
    expect(new Set(reader.pauses)).toEqual(new Set([300]));
  });

  test("leaves nothing behind when it is taken out meanwhile", async () => {
    put("/", html("Start", "All pages."));
    const reader = readerOf(at("/"));
    reader.takeOut();
    expect(await reader.slice()).toEqual({ read: 0, isOver: true });
    expect(reader.index.size).toBe(0);
  });
});

describe("a site that can't be read says why, and keeps what was read", () => {
  const problem = async (prepare: () => void) => {
    put("/", html("Start", "Words.", ["/one"]));
    put("/one", html("One", "More words."));
    const reader = readerOf(at("/"));
    await reader.slice();
    prepare();
    reader.later();
    await reader.slice();
    expect(reader.index.has(at("/one"))).toBe(true);
    return reader.state()?.problem;
  };
  const serve =
    (status: number, headers = {}) =>
    () =>
      void site.pages.set("/", { status, headers });

  test.each([
    ["robots", () => put("/robots.txt", "User-agent: Nightjar\nDisallow: /")],
    ["unreachable", () => void site.pages.set("/robots.txt", { status: 503 })],
    ["unreachable", serve(500)],
    ["not_found", serve(410)],
    ["slow_down", serve(429)],
    ["elsewhere", serve(302, { location: "https://other.example/" })],
  ])("%s", async (word, prepare) => {
    expect(await problem(prepare)).toBe(word);
  });

  test("empty", async () => {
    put("/", "<!doctype html><title>App</title><script>run()</script>");
    const reader = readerOf(at("/"));
    await reader.slice();
    expect([reader.state()?.problem, names(reader)]).toEqual(["empty", ["/ unread"]]);
  });
});
