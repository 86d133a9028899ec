import { expect, test } from "vitest";
import { readHtml } from "../../../../src/tools/web/html/html.ts";

const BASE = "https://example.com/docs/page";

async function markdown(body: string): Promise<string> {
  return (await readHtml(`<html><head><title>T</title></head><body>${body}</body></html>`, BASE)).markdown;
}

test.each([
  [
    "headings and paragraphs",
    "<h1>One</h1><p>Two  and\n three</p><h3>Four</h3>",
    "# One\n\nTwo and three\n\n### Four",
  ],
  ["emphasis and code", "<p><b>bold</b> <em>it</em> <code>x = 1</code></p>", "**bold** *it* `x = 1`"],
  [
    "links, made absolute",
    '<p><a href="../a?b=1">a</a> <a href="//other.org/">o</a></p>',
    "[a](https://example.com/a?b=1) [o](https://other.org/)",
  ],
  [
    "links that are none",
    '<p><a href="#x">top</a> <a href="javascript:alert(1)">js</a> <a href="mailto:a@b.c">mail</a></p>',
    "top js mail",
  ],
  [
    "lists inside lists",
    "<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>",
    "- one\n  - two\n- three",
  ],
  ["numbered lists", "<ol><li>a</li><li><p>b</p></li></ol>", "1. a\n2. b"],
  ["code blocks, as they are", "<pre><code>if x:\n    y()\n</code></pre>", "```\nif x:\n    y()\n```"],
  ["quotes", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
  [
    "tables",
    "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td><td>2</td></tr></table>",
    "| a | b\\|c |\n| --- | --- |\n| 1 | 2 |",
  ],
  ["layout tables", "<table><tr><td>just text</td></tr></table>", "just text"],
  ["images as their words", '<p><img src="http://evil.example/x.png?d=1" alt="a cat"></p>', "[image: a cat]"],
  ["line breaks and rules", "<p>a<br>b</p><hr>", "a\nb\n\n---"],
  ["characters", "<p>&lt;b&gt; &amp; &eacute; &#8364;</p>", "<b> & é €"],
])("%s", async (_name, html, expected) => {
  expect(await markdown(html)).toBe(expected);
});

test.each([
  '<script>alert("secret")</script>',
  "<style>.secret{}</style>",
  "<template>secret</template>",
  "<noscript>secret</noscript>",
  "<!-- secret -->",
  "<p hidden>secret</p>",
  '<p aria-hidden="true">secret</p>',
  '<p style="display: none">secret</p>',
  '<p style="color:red;visibility:hidden">secret</p>',
  '<p style="font-size:0">secret</p>',
  '<p style="opacity: 0">secret</p>',
  "<svg><text>secret</text></svg>",
])("what a reader can't see is left out: %s", async (html) => {
  expect(await markdown(`<p>seen</p>${html}`)).toBe("seen");
});

test("of a page with much around it the article is taken", async () => {
  const sentences = Array.from(
    { length: 20 },
    (_, n) => `<p>Sentence ${n} of the article, with a comma, and some length.</p>`,
  );
  const nav = "<nav><ul><li><a href='/x'>Elsewhere</a></li></ul></nav>";
  const page = await readHtml(
    `<html><head><title>The title - Site</title></head><body>${nav}<article><h1>The title</h1>${sentences.join("")}</article><footer>Imprint</footer></body></html>`,
    BASE,
  );
  expect(page.title).toContain("The title");
  expect(page.markdown).toContain("Sentence 19 of the article");
  expect(page.markdown).not.toContain("Imprint");
  expect(page.links).toEqual(["https://example.com/x"]);
});

test("a page of links is shown whole", async () => {
  const links = Array.from({ length: 30 }, (_, n) => `<li><a href="/story/${n}">Story ${n}</a></li>`).join(
    "",
  );
  const page = await readHtml(`<html><body><ul>${links}</ul></body></html>`, BASE);
  expect(page.markdown).toContain("- [Story 29](https://example.com/story/29)");
  expect(page.links).toHaveLength(30);
});

test("the page's own base holds for its links", async () => {
  const page = await readHtml(
    '<html><head><base href="/b/"></head><body><a href="c">c</a></body></html>',
    BASE,
  );
  expect(page.links).toEqual(["https://example.com/b/c"]);
});

test.each([
  ["nothing", ""],
  ["a bracket", "<"],
  ["words", "just words"],
  ["open tags", "<p>open <b>tags"],
  ["bodies in bodies", "<html><body>".repeat(50)],
  ["closing tags", "</p></div>a"],
])("broken HTML is read as far as it goes: %s", async (_name, html) => {
  expect(typeof (await readHtml(html, BASE)).markdown).toBe("string");
});

test("quotes in quotes are marked so often as anybody reads them", async () => {
  const { markdown } = await readHtml("<blockquote>".repeat(100) + "a<br>".repeat(1_000), BASE);
  expect(markdown.length).toBeLessThan(50_000);
});
