/** A tree of HTML as Markdown: what a reader would see, with absolute links. */
import type { Element, TreeNode } from "./tree.ts";
import { visible } from "./visible.ts";

interface Place {
  base: string;
  /** Inside `pre`: spaces and lines are kept. */
  pre: boolean;
  /** Inside a heading, a link or a cell: what surrounds the text makes one line of it, once for all that it holds. */
  line: boolean;
  /** Quotes and lists around it: each indents every line, so that they must have an end. */
  indents: number;
  links: Set<string>;
  /** What each address of the page leads to. */
  addresses: Map<string, string | null>;
}

const MAX_INDENTS = 8;
/** Characters of a link's address: a longer one could not be fetched. */
const MAX_ADDRESS = 8_192;
/** Of one page: a result is cut long before so many. */
const MOST_ADDRESSES = 10_000;

/** `links` are the addresses of the links, in order, without doubles. */
export function toMarkdown(root: Element, base: string): { markdown: string; links: string[] } {
  const links = new Set<string>();
  const markdown = tidy(
    children(root, { base, pre: false, line: false, indents: 0, links, addresses: new Map() }),
  );
  return { markdown, links: [...links] };
}

function tidy(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function children(node: Element, place: Place): string {
  return node.children.map((child) => render(child, place)).join("");
}

function render(node: TreeNode, place: Place): string {
  if (typeof node === "string") return place.pre ? node : node.replace(/\s+/g, " ");
  if (!visible(node)) return "";
  const renderer = RENDERERS.get(node.name);
  return renderer ? renderer(node, place) : children(node, place);
}

type Renderer = (node: Element, place: Place) => string;

const paragraph: Renderer = (node, place) => block(children(node, place).trim());
const heading: Renderer = (node, place) =>
  block(`${"#".repeat(Number(node.name[1]))} ${inline(node, place)}`);
const strong: Renderer = (node, place) => wrapped(inline(node, place), "**");
const emphasis: Renderer = (node, place) => wrapped(inline(node, place), "*");
const code: Renderer = (node, place) =>
  place.pre ? children(node, place) : wrapped(inline(node, place), "`");

const RENDERERS: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
  ...named(
    "address article aside body details div dl dd dt fieldset figcaption figure footer header hgroup main nav p section summary",
    paragraph,
  ),
  ...named("h1 h2 h3 h4 h5 h6", heading),
  ...named("b strong", strong),
  ...named("i em", emphasis),
  ...named("code kbd samp", code),
  ["br", () => "\n"],
  ["hr", () => block("---")],
  ["a", link],
  ["img", image],
  ["pre", preformatted],
  ["blockquote", (node, place) => indented(node, place, quote)],
  ["ul", (node, place) => indented(node, place, (inner) => list(node, inner, () => "- "))],
  ["ol", (node, place) => indented(node, place, (inner) => list(node, inner, (index) => `${index + 1}. `))],
  ["table", (node, place) => block(table(node, place))],
]);

function indented(node: Element, place: Place, renderInner: (inner: Place, node: Element) => string): string {
  if (place.indents >= MAX_INDENTS || place.line) return paragraph(node, place);
  return block(renderInner({ ...place, indents: place.indents + 1 }, node));
}

function quote(place: Place, node: Element): string {
  return prefixed(tidy(children(node, place)), "> ");
}

function named(names: string, renderer: Renderer): [string, Renderer][] {
  return names.split(" ").map((name) => [name, renderer]);
}

function block(text: string): string {
  return text === "" ? "" : `\n\n${text}\n\n`;
}

function inline(node: Element, place: Place): string {
  if (place.line) return children(node, place).trim();
  return children(node, { ...place, line: true })
    .replace(/\s+/g, " ")
    .trim();
}

function wrapped(text: string, mark: string): string {
  return text === "" ? "" : `${mark}${text}${mark}`;
}

function prefixed(text: string, prefix: string): string {
  return text
    .split("\n")
    .map((line) => `${prefix}${line}`.trimEnd())
    .join("\n");
}

function preformatted(node: Element, place: Place): string {
  if (place.pre || place.line) return paragraph(node, place);
  const text = children(node, { ...place, pre: true }).replace(/^\n|\n$/g, "");
  return block(`\`\`\`\n${text}\n\`\`\``);
}

function link(node: Element, place: Place): string {
  const text = inline(node, place);
  const href = node.attributes["href"] ?? "";
  const address = text === "" ? null : addressOf(href, place);
  if (address === null) return text;
  place.links.add(address);
  return `[${text.replaceAll("]", "\\]")}](${address})`;
}

/** Null where it leads nowhere else. Each is looked at once; a page with more of them than anybody reads has words for the rest. */
function addressOf(href: string, { base, addresses }: Place): string | null {
  const known = addresses.get(href);
  if (known !== undefined) return known;
  if (href.length > MAX_ADDRESS || addresses.size >= MOST_ADDRESSES) return null;
  const address = elsewhere(href, base);
  addresses.set(href, address);
  return address;
}

function elsewhere(href: string, base: string): string | null {
  const url = URL.parse(href, base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.href.split("#")[0] === base.split("#")[0] ? null : url.href;
}

/** Its address is of no use to a model, and would be a way out in an answer. */
function image(node: Element): string {
  const alt = (node.attributes["alt"] ?? "").replace(/\s+/g, " ").trim();
  return alt === "" ? "" : `[image: ${alt}]`;
}

function list(node: Element, place: Place, mark: (index: number) => string): string {
  return elements(node)
    .filter(({ name }) => name === "li")
    .map((item) => tidy(children(item, place)).replace(/\n\n/g, "\n"))
    .filter((text) => text !== "")
    .map((text, index) =>
      text.replaceAll("\n", `\n${" ".repeat(mark(index).length)}`).replace(/^/, mark(index)),
    )
    .join("\n");
}

/** One inside a cell is its words. */
function table(node: Element, place: Place): string {
  if (place.line) return children(node, place);
  const rows = rowsOf(node).map((row) =>
    elements(row)
      .filter(({ name }) => name === "td" || name === "th")
      .map((cell) => inline(cell, place).replaceAll("|", "\\|")),
  );
  const [head, ...body] = rows.filter((row) => row.some((cell) => cell !== ""));
  if (!head) return "";
  // A table of one column is a layout, not data.
  if (head.length === 1) return [head, ...body].map((row) => row.join(" ")).join("\n\n");
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

function elements(node: Element): Element[] {
  return node.children.filter((child) => typeof child !== "string");
}

/** Without those of a table inside the table. */
function rowsOf(node: Element): Element[] {
  return elements(node).flatMap((child) => {
    if (child.name === "tr") return [child];
    return child.name === "table" ? [] : rowsOf(child);
  });
}
