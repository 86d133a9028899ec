/** What pages say in more than words: formulas, code, tables, terms, notes, figures. */
import { expect, test } from "vitest";
import { readHtml } from "../../../../src/tools/web/html/html.ts";

function markdown(body: string): string {
  return readHtml(`<html><body>${body}</body></html>`, "https://example.com/docs/page").markdown;
}

const TEX = '<annotation encoding="application/x-tex">E = mc^2</annotation>';
const MATHML = `<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow>${TEX}</semantics></math>`;

test.each([
  ["MathML with its source", `<p>So ${MATHML} holds.</p>`, "So $E = mc^2$ holds."],
  [
    "MathML alone",
    "<p><math><msup><mi>x</mi><mn>2</mn></msup><mo>≤</mo><mfrac><mi>α</mi><msqrt><mn>2</mn></msqrt></mfrac></math></p>",
    "$x^{2} \\le \\frac{\\alpha}{\\sqrt{2}}$",
  ],
  [
    "a sum with its limits, on a line of its own",
    '<math display="block"><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub></math>',
    "$$\\sum_{i = 1}^{n}a_{i}$$",
  ],
  [
    "KaTeX, once",
    `<p>So <span class="katex"><span class="katex-mathml">${MATHML}</span><span class="katex-html" aria-hidden="true">E=mc2</span></span>.</p>`,
    "So $E = mc^2$.",
  ],
  [
    "KaTeX on a line of its own",
    `<span class="katex-display"><span class="katex"><span class="katex-mathml">${MATHML}</span><span class="katex-html" aria-hidden="true">E=mc2</span></span></span>`,
    "$$E = mc^2$$",
  ],
  [
    "MathJax 3",
    `<p>a <mjx-container display="false"><mjx-math aria-hidden="true">E</mjx-math><mjx-assistive-mml>${MATHML}</mjx-assistive-mml></mjx-container></p>`,
    "a $E = mc^2$",
  ],
  ["MathJax 2", '<p>a <script type="math/tex">a_1 < b</script></p>', "a $a_1 < b$"],
  ["MathJax 2 on a line of its own", '<script type="math/tex; mode=display">\\int f</script>', "$$\\int f$$"],
  [
    "a wiki's, whose MathML nobody sees",
    '<p>a <span class="mwe-math-element"><span style="display: none"><math alttext="{\\displaystyle a^{2}}"><mi>a</mi></math></span><img class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle a^{2}}"></span></p>',
    "a $a^{2}$",
  ],
  ["a picture's words", '<p><img class="latex" alt="\\frac{1}{2}"></p>', "$\\frac{1}{2}$"],
])("a formula: %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each([
  ["of the standard", '<pre><code class="language-ts">a</code></pre>', "```ts\na\n```"],
  ["of a forge", '<div class="highlight highlight-source-python"><pre>a</pre></div>', "```python\na\n```"],
  ["of Pandoc", '<pre class="sourceCode rust"><code>a</code></pre>', "```rust\na\n```"],
  ["of an attribute", '<pre data-lang="go"><code>a</code></pre>', "```go\na\n```"],
  ["that is none", '<pre><code class="language-plaintext">a</code></pre>', "```\na\n```"],
  [
    "with numbers and a button around",
    '<pre><code class="lang-js"><span class="lineno">1</span>a\n<span class="lineno">2</span>b</code><button>Copy</button></pre>',
    "```js\na\nb\n```",
  ],
  ["lines that are elements", "<pre><div>a</div><div>  b</div></pre>", "```\na\n  b\n```"],
  [
    "numbers in a column of their own",
    '<div class="language-sh"><table><tr><td class="gutter"><pre>1\n2</pre></td><td><pre>one two\nthree four</pre></td></tr></table></div>',
    "```sh\none two\nthree four\n```",
  ],
  ["with a fence in it", "<pre>```\na\n```</pre>", "````\n```\na\n```\n````"],
])("code: %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each([
  [
    "cells that span rows and columns",
    '<table><tr><th rowspan="2">Year</th><th colspan="2">Sold</th></tr><tr><th>East</th><th>West</th></tr><tr><td>2025</td><td>1</td><td>2</td></tr></table>',
    "| Year | Sold | Sold |\n| --- | --- | --- |\n| Year | East | West |\n| 2025 | 1 | 2 |",
  ],
  [
    "rows that are too short",
    "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td></tr></table>",
    "| a | b |\n| --- | --- |\n| 1 |  |",
  ],
  [
    "a caption",
    "<table><caption>Sales</caption><tr><th>a</th><th>b</th></tr></table>",
    "*Sales*\n\n| a | b |\n| --- | --- |",
  ],
])("a table: %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test("a table that says it spans a million cells is cheap", () => {
  const huge = '<td rowspan="999999" colspan="999999">x</td>'.repeat(100);
  expect(markdown(`<table><tr>${huge}</tr><tr><td>y</td></tr></table>`).length).toBeLessThan(500_000);
});

test.each([
  [
    "terms and what they mean",
    "<dl><dt>Kiln</dt><dd>An oven.</dd><dt>Glaze</dt><dd>A coat.</dd><dd>Its colour.</dd></dl>",
    "**Kiln**\n: An oven.\n\n**Glaze**\n: A coat.\n: Its colour.",
  ],
  ["each in an element", "<dl><div><dt>A</dt><dd>b</dd></div></dl>", "**A**\n: b"],
  [
    "notes",
    '<p>So<sup><a href="#fn1">1</a></sup>.</p><ol><li id="fn1">Not always. <a href="#fnref1" class="footnote-backref">↩</a></li></ol>',
    "So[^1].\n\n[^1]: Not always.",
  ],
  [
    "a wiki's references",
    '<p>So<sup class="reference"><a href="#cite_note-a">[3]</a></sup>.</p><ol class="references"><li id="cite_note-a"><span class="mw-cite-backlink"><a href="#cite_ref-a">^</a></span> A book.</li></ol>',
    "So[^3].\n\n[^3]: A book.",
  ],
  [
    "a link to a part of the page, which is no note",
    '<p><a href="#top">Up</a></p><div id="top">x</div>',
    "Up\n\nx",
  ],
  ["powers", "<p>10<sup>6</sup> and 1<sup>st</sup></p>", "10^6 and 1st"],
  [
    "figures",
    '<figure><img alt="A kiln"><figcaption>Fired in <b>May</b></figcaption></figure><figure><img alt="B"><figcaption>Cold</figcaption></figure>',
    "[image: A kiln]\n\nFired in **May**\n\n[image: B]\n\n*Cold*",
  ],
])("%s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});
