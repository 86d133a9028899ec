import { describe, expect, test } from "vitest";
import { parseRobots } from "../../../src/collections/sites/robots.ts";
import { isWithin, pageOf } from "../../../src/collections/sites/scope.ts";

describe("a robots.txt", () => {
  test("is kept to by the group that names Nightjar, else by the one for all", () => {
    const all = parseRobots("User-agent: *\nDisallow: /a/ # not this\nUser-agent: other\nDisallow: /");
    expect([all.allows("/a/b"), all.allows("/b")]).toEqual([false, true]);
    const own = parseRobots(
      "User-agent: *\nDisallow: /\n\nUser-agent: Other\nUser-agent: NIGHTJAR\nDisallow: /c",
    );
    expect([own.allows("/a"), own.allows("/c?x=1")]).toEqual([true, false]);
    expect(parseRobots("<html>Not found</html>").allows("/")).toBe(true);
  });

  test("has patterns, of which the longest decides", () => {
    const { allows } = parseRobots(
      "User-agent: *\nDisallow: /docs/\nAllow: /docs/public\nDisallow: /*.pdf$\nDisallow: /*/print/*x\nDisallow: /ö",
    );
    expect(
      ["/docs/a", "/docs/public/a", "/x.pdf", "/x.pdf?y", "/a/print/fox", "/%C3%B6"].map(allows),
    ).toEqual([false, true, false, true, false, false]);
  });

  test("asks for a pause, which is kept up to five seconds, and names sitemaps", () => {
    const { delay_ms, sitemaps } = parseRobots(
      "Sitemap: /map.xml\nUser-agent: *\nCrawl-delay: 60\nDisallow:",
    );
    expect([delay_ms, sitemaps]).toEqual([5_000, ["/map.xml"]]);
    expect(parseRobots("User-agent: *\nCrawl-delay: 0.5").delay_ms).toBe(500);
    expect(parseRobots("").delay_ms).toBeUndefined();
  });

  test("with many wildcards is matched at once", () => {
    const { allows } = parseRobots(`User-agent: *\nDisallow: /${"*a".repeat(2_000)}b$`);
    expect(allows(`/${"a".repeat(5_000)}`)).toBe(true);
  });
});

test("pages of a site are those of its host, at its path and below", () => {
  const within = (start: string) =>
    ["https://owls.example/guide", "https://owls.example/guide/barn", "https://owls.example/guides"].map(
      (url) => isWithin(start, url),
    );
  expect(within("https://owls.example/guide")).toEqual([true, true, false]);
  expect(within("https://owls.example/guide/start.html")).toEqual([false, true, false]);
  expect(within("http://owls.example/guide")).toEqual([false, false, false]);
  const start = "https://owls.example/guide/";
  expect(pageOf(start, "barn#nest")).toBe("https://owls.example/guide/barn");
  for (const other of [
    "../",
    "//other.example/guide/",
    "owl.png",
    "mailto:ada@owls.example",
    "https://a:b@owls.example/guide/",
  ])
    expect(pageOf(start, other), other).toBeUndefined();
});
