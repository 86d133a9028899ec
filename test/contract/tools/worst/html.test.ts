/** The worst pages that are known. */
import { readHtml } from "../../../../src/tools/web/html/html.ts";
import { type Cases, noneHolds, type Part, type Sized } from "./none-holds.ts";

const html =
  (textOf: (part: Part) => string): Sized =>
  (part) => {
    const text = textOf(part);
    return () => readHtml(text, "https://example.com/");
  };
const page = (repeated: string, many: number, after = "") =>
  html((part) => repeated.repeat(part(many)) + after);
/** As deep at each size: the depth has limits of its own. */
const nested = (name: string, depth: number, [inside, many]: [string, number]) =>
  html((part) => `<${name}>`.repeat(depth) + inside.repeat(part(many)) + `</${name}>`.repeat(depth));

const HTML: Cases = {
  "open tags": page("<div>", 125_000),
  "closing tags": page("</div>", 100_000),
  "paragraphs in paragraphs": page("<p>", 175_000),
  "open lists": page("<ul><li>", 20_000),
  "open links": page("<a href=x>", 100_000),
  "quotes in quotes": nested("blockquote", 1_000, ["x\n", 125_000]),
  "lists in lists": nested("ul><li", 1_000, ["x<br>", 75_000]),
  "bold in bold": nested("b", 1_000, ["x ", 250_000]),
  "blocks in blocks": nested("div", 1_000, ["x ", 250_000]),
  "headings in headings": nested("h1", 1_000, ["x ", 250_000]),
  "code in code": nested("code", 1_000, ["x ", 250_000]),
  "tables in tables": nested("table><tr><td>a</td><td", 1_000, ["| ", 250_000]),
  rows: page("<table><tr><td>a<td>b", 50_000),
  cells: html((part) => `<table>${"<td>x".repeat(part(100_000))}`),
  "a long base for many links": html(
    (part) =>
      `<base href="https://x.example/${"a".repeat(part(1_125_000))}">${'<a href="b">x</a>'.repeat(part(70_000))}`,
  ),
  "many links": page('<a href="/aaaaaaaaaaaaaaaaaaaa">x</a>', 80_000),
  "many different links": html((part) =>
    Array.from({ length: part(80_000) }, (_, at) => `<a href="/${at}">x</a>`).join(""),
  ),
  "a long link": html((part) => `<a href="${"/../a".repeat(part(125_000))}">x</a>`),
  "long brackets in links": html((part) => `<a href="/b">${"]".repeat(part(10_000))}</a>`),
  entities: page("&amp;", 150_000),
  "entities that never end": page("&", 600_000),
  "numbers of characters": page("&#x41;", 125_000),
  attributes: html((part) => `<p ${"class=a ".repeat(part(175_000))}>x`),
  "a long class": html((part) => `<div class="${"nav-".repeat(part(175_000))}x">x</div>`),
  "a long style": html((part) => `<div style="${"display : none1;".repeat(part(90_000))}">x</div>`),
  "a class of spaces": html((part) => `<div class="${" ".repeat(part(600_000))}">x</div>`),
  spaces: page(" ", 600_000, "x"),
  "line ends": html((part) => `<pre>${"\n".repeat(part(600_000))}x</pre>`),
  "a line of spaces": html((part) => `<pre>${" ".repeat(part(1_000_000))}x</pre>`),
  comments: page("<!-->", 125_000),
  "an open comment": page("<!--", 175_000),
  "an endless comment": html((part) => `<!--${"-".repeat(part(1_000_000))}`),
  "open scripts": page("<script>", 75_000),
  "open titles": page("<title>", 100_000),
  "less-thans": page("<", 600_000),
  quotes: page('<a href="', 75_000),
};

noneHolds("HTML", HTML);
