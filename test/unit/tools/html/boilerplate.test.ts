/** What real pages taught: parts that look as if they stood around the content, and parts that look like content. */
import { describe, expect, test } from "vitest";
import { readHtml } from "../../../../src/tools/web/html/html.ts";
import { computed } from "../../../support/computed.ts";

const sentence = (word: string) =>
  `The ${word} says in one sentence what happened that day, and to whom of them all.`;
const paragraphs = (word: string, count: number) => `<p>${sentence(word).repeat(3)}</p>`.repeat(count);
const read = (html: string) =>
  readHtml(`<html><body>${html}</body></html>`, "https://example.com/a").markdown;
const links = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `<li><a href="/${word}/${at}">${word} ${at}</a></li>`).join("");

describe("content", () => {
  test("is found beside many times as many links, scripts and hidden words", () => {
    const around = `<div class="c"><ul>${links("elsewhere", 400)}</ul></div><script>${"x = 1;".repeat(5_000)}</script>`;
    const markdown = read(`${around}<div id="modal"><div>${paragraphs("article", 4)}</div></div>`);
    expect(markdown).toContain("The article says");
    expect(markdown).not.toContain("elsewhere");
  });

  test("is a section whose anchor is made of its heading, whatever the words", () => {
    const section = `<section id="sharing-with-others"><span id="old"></span><h2>6.2. Sharing with others</h2>${paragraphs("sharing", 2)}</section>`;
    expect(read(`<main><h1>A guide</h1>${paragraphs("guide", 4)}${section}</main>`)).toContain(
      "The sharing says",
    );
  });

  test("is a chapter's footnotes, and the list of chapters of a manual", () => {
    const notes = `<aside class="footnote-list"><p>${sentence("note")}</p></aside>`;
    const chapters = `<div class="toctree-wrapper"><ul>${links("chapter", 20)}</ul></div>`;
    const markdown = read(`<div role="main">${paragraphs("manual", 3)}${chapters}${notes}</div>`);
    expect(markdown).toContain("The note says");
    expect(markdown).toContain("chapter 19");
  });

  test("is a list of links between its paragraphs, and not one that leads on", () => {
    const own = `<h3>Tools</h3><ul>${links("tool", 6)}</ul>`;
    const more = `<h3>Related stories</h3><ul>${links("story", 6)}</ul>`;
    const markdown = read(
      `<article>${paragraphs("first", 2)}${own}${paragraphs("second", 2)}${more}</article>`,
    );
    expect(markdown).toContain("tool 5");
    expect(markdown).not.toContain("story 5");
  });

  test("keeps an article's title, day and first picture, which stand outside its text", () => {
    const header =
      '<header><h1>Bees return</h1><time>Feb 21 2019</time><p class="lead">They are back.</p></header>';
    const markdown = read(
      `<article>${header}<section class="x">${paragraphs("body", 6)}</section></article>`,
    );
    expect(markdown).toMatch(/# Bees return[\s\S]*Feb 21 2019[\s\S]*They are back\.[\s\S]*The body says/);
  });

  test("is all of a page that only lists others", () => {
    expect(read(`<p>Hello.</p><div><ul>${links("entry", 30)}</ul></div>`)).toContain("entry 29");
  });
});

describe("what readers have said", () => {
  const comments = (count: number) => `<div id="comments-area">${paragraphs("reader", count)}</div>`;

  test("is left out below an article", () => {
    const markdown = read(
      `<main><div class="entry-content">${paragraphs("post", 4)}</div>${comments(5)}</main>`,
    );
    expect(markdown).toContain("The post says");
    expect(markdown).not.toContain("The reader says");
  });

  test("is the content where there is little else", () => {
    const markdown = read(`<main><h1>What do you think?</h1>${paragraphs("post", 1)}${comments(9)}</main>`);
    expect(markdown).toContain("The reader says");
  });
});

describe("lists", () => {
  test("keep what is no item of theirs: text that is only indented, a list right in a list", () => {
    expect(read("<ul>Only <i>indented</i>.</ul>")).toContain("Only *indented*.");
    expect(read("<ul><li>one</li><ul><li>inner</li></ul><li>two</li></ul>")).toBe("- one\n  - inner\n- two");
  });

  test("in thousands under one parent are looked at in time that grows with them", async () => {
    const lists = `<h3>Related</h3><ul>${links("a", 4)}</ul>`.repeat(1_500);
    const { ms } = await computed(() => read(`<div>${lists}${paragraphs("b", 4)}</div>`));
    expect(ms).toBeLessThan(1_000);
  });
});
