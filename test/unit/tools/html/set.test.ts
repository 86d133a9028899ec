/** Word F1 of the labelled pages by kind: `npm run bench:pages` tells it page by page. */
import { describe, expect, test } from "vitest";
import { scoreOf } from "../../../../bench/pages/labelled.ts";
import { readHtml } from "../../../../src/tools/web/html/html.ts";
import { type Kind, labelledPages } from "../../../fixtures/pages/set/set.ts";

/** Least mean of a kind. */
const FLOORS: Readonly<Record<Kind, number>> = {
  article: 0.97,
  forum: 0.94,
  product: 0.95,
  collection: 0.97,
  listing: 0.97,
  documentation: 0.97,
  service: 0.98,
};
const LEAST_OF_ONE = 0.8;

describe.each([...labelledPages()])("pages of the kind %s", (kind, pages) => {
  const scores = pages.map((page) => scoreOf(page, readHtml(page.html, "https://example.com/page").markdown));

  test("are twelve or more", () => expect(pages.length).toBeGreaterThanOrEqual(12));

  test("are read without what stands around", () => {
    const mean = scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length;
    expect(mean).toBeGreaterThanOrEqual(FLOORS[kind]);
  });

  test("are read each of them", () => {
    expect(scores.filter(({ f1 }) => f1 < LEAST_OF_ONE).map(({ name }) => name)).toEqual([]);
  });
});
