/** What is kept of whole pages, sentence by sentence, beside what Readability keeps of them. */
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { readHtml } from "../../../../src/tools/web/html/html.ts";
import { AROUND, CONTENT, fixturePages } from "../../../fixtures/pages/pages.ts";

const PAGES = fixturePages();
const sentences = (text: string, kind: string) => new Set(text.match(new RegExp(`\\b${kind}\\d+`, "g")));

test("there are forty", () => expect(PAGES).toHaveLength(40));

test.each(PAGES)("$name: little around it is read, and all of it that Readability keeps", ({ html }) => {
  const { markdown } = readHtml(html, "https://example.com/page");
  const [own, around] = [sentences(markdown, CONTENT), sentences(markdown, AROUND)];
  expect(around.size / (own.size + around.size)).toBeLessThanOrEqual(0.15);

  const { document } = parseHTML(html);
  const theirs = new Readability(document as never).parse()?.textContent ?? "";
  const kept = sentences(theirs, CONTENT);
  expect(kept.size).toBeGreaterThan(5);
  expect([...kept].filter((sentence) => own.has(sentence)).length / kept.size).toBeGreaterThanOrEqual(0.98);
});
