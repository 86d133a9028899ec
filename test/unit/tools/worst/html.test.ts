/** The worst pages that are known. */
import { readHtml } from "../../../../src/tools/web/html/html.ts";
import { type Cases, noneHolds } from "./none-holds.ts";

const html = (text: string) => () => readHtml(text, "https://example.com/");
const page = (repeated: string, many: number, after = "") => html(repeated.repeat(many) + after);
const nested = (name: string, many: number, inside: string) =>
  html(`<${name}>`.repeat(many) + inside + `</${name}>`.repeat(many));

const HTML: Cases = {
  "open tags": page("<div>", 125_000),
  "closing tags": page("</div>", 100_000),
  "paragraphs in paragraphs": page("<p>", 175_000),
  "quotes in quotes": nested("blockquote", 1_000, "x\n".repeat(125_000)),
  "lists in lists": nested("ul><li", 1_000, "x<br>".repeat(75_000)),
  "bold in bold": nested("b", 1_000, "x ".repeat(250_000)),
  "blocks in blocks": nested("div", 1_000, "x ".repeat(250_000)),
  "headings in headings": nested("h1", 1_000, "x ".repeat(250_000)),
  "code in code": nested("code", 1_000, "x ".repeat(250_000)),
  "tables in tables": nested("table><tr><td>a</td><td", 1_000, "| ".repeat(250_000)),
  rows: page("<table><tr><td>a<td>b", 50_000),
  cells: html(`<table>${"<td>x".repeat(100_000)}`),
  "a long base for many links": html(
    `<base href="https://x.example/${"a".repeat(1_125_000)}">${'<a href="b">x</a>'.repeat(70_000)}`,
  ),
  "many links": page('<a href="/aaaaaaaaaaaaaaaaaaaa">x</a>', 80_000),
  "many different links": html(Array.from({ length: 80_000 }, (_, at) => `<a href="/${at}">x</a>`).join("")),
  "a long link": html(`<a href="${"/../a".repeat(125_000)}">x</a>`),
  "long brackets in links": html(`<a href="/b">${"]".repeat(1_0_000)}</a>`),
  entities: page("&amp;", 150_000),
  "entities that never end": page("&", 600_000),
  "numbers of characters": page("&#x41;", 125_000),
  attributes: html(`<p ${"class=a ".repeat(175_000)}>x`),
  "a long class": html(`<div class="${"nav-".repeat(175_000)}x">x</div>`),
  "a long style": html(`<div style="${"display : none1;".repeat(90_000)}">x</div>`),
  "a class of spaces": html(`<div class="${" ".repeat(600_000)}">x</div>`),
  spaces: page(" ", 600_000, "x"),
  "line ends": html(`<pre>${"\n".repeat(600_000)}x</pre>`),
  comments: page("<!-->", 125_000),
  "an open comment": page("<!--", 175_000),
  "open scripts": page("<script>", 75_000),
  "open titles": page("<title>", 100_000),
  "less-thans": page("<", 600_000),
  quotes: page('<a href="', 75_000),
};

noneHolds("HTML", HTML);
