/** Renders an HTML tree as Markdown: what a reader would see, with absolute links. */
import { codeTable, fenceOf } from "./code-block.ts";
import { formulaIn, mayBeFormula } from "./formula.ts";
import { isWayBack, type Notes, notesOf } from "./notes.ts";
import { gridOf } from "./table.ts";
import { type Element, elementsIn, find, type TreeNode } from "./tree.ts";
import { visible } from "./visible.ts";

interface Place {
  base: string;
  /** Inside `pre`: whitespace is kept. */
  pre: boolean;
  /** Inside a heading, link or cell, whose renderer joins the whole text into one line, once. */
  line: boolean;
  /** Number of enclosing quotes and lists. Each indents every line, so the number is limited. */
  indents: number;
  notes: Notes;
  /** Enclosing elements that may name a code block's language, innermost first. */
  ancestors: readonly Element[];
  /** Resolved address for each `href` of the page; null: it leads nowhere else. */
  addresses: Map<string, string | null>;
}

const MAX_INDENTS = 8;
/** Characters of a link's address: a longer one could not be fetched. */
const MAX_ADDRESS = 8_192;
/** Limit on the addresses of one page: a result is cut long before. */
const MOST_ADDRESSES = 10_000;

/** `page` is the whole page that `root` belongs to. */
export function toMarkdown(root: Element, base: string, page = root): string {
  const place = {
    base,
    pre: false,
    line: false,
    indents: 0,
    notes: notesOf(page),
    ancestors: [],
    addresses: new Map(),
  };
  return tidy(children(root, place));
}

/** The distinct addresses of the links that a reader can see, in order. */
export function linksIn(root: Element, base: string): string[] {
  const links = new Set<string>();
  const addresses = new Map<string, string | null>();
  const walk = (node: Element) => {
    for (const child of elementsIn(node)) {
      if (!visible(child)) continue;
      const address =
        child.name === "a" && hasWords(child)
          ? addressOf(child.attributes["href"] ?? "", { base, addresses })
          : null;
      if (address !== null) links.add(address);
      walk(child);
    }
  };
  walk(root);
  return [...links];
}

function hasWords(node: Element): boolean {
  return node.children.some((child) => {
    if (typeof child === "string") return child.trim() !== "";
    return visible(child) && ((child.attributes["alt"] ?? "") !== "" || hasWords(child));
  });
}

function tidy(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function children(node: Element, place: Place): string {
  const inside = mayNameLanguage(node)
    ? { ...place, ancestors: [node, ...place.ancestors.slice(0, 2)] }
    : place;
  return node.children.map((child) => render(child, inside)).join("");
}

function mayNameLanguage({ name, attributes }: Element): boolean {
  const isNamed = attributes["class"] !== undefined || attributes["data-lang"] !== undefined;
  return isNamed && (name === "div" || name === "figure" || name === "td");
}

function render(node: TreeNode, place: Place): string {
  if (typeof node === "string") return place.pre ? node : node.replace(/\s+/g, " ");
  if (mayBeFormula(node)) {
    const formula = formulaIn(node);
    if (formula !== undefined) return place.line ? formula.trim() : formula;
  }
  if (!visible(node) || isWayBack(node)) return "";
  const label = place.line ? undefined : place.notes.labelOf(node);
  const renderer = RENDERERS.get(node.name);
  const text = renderer ? renderer(node, place) : children(node, place);
  return label === undefined || node.name === "li" ? text : block(noted(label, text));
}

function noted(label: string, text: string): string {
  const words = text.trim();
  return words === "" ? "" : `[^${label}]: ${words}`;
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
    "address article aside body details div fieldset figure footer header hgroup main nav p section summary",
    paragraph,
  ),
  ...named("h1 h2 h3 h4 h5 h6", heading),
  ...named("b strong", strong),
  ...named("i em", emphasis),
  ...named("code kbd samp", code),
  ["figcaption", (node, place) => block(captioned(inline(node, place)))],
  ["dl", (node, place) => indented(node, place, definitions)],
  ["dt", (node, place) => block(children(node, place).trim())],
  ["dd", (node, place) => block(children(node, place).trim())],
  ["sup", raised],
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
  return block(fenceOf(node, place.ancestors));
}

/** Sets a caption off from the surrounding text. */
function captioned(text: string): string {
  return text === "" || text.includes("*") ? text : `*${text}*`;
}

/** Renders a superscript as a power where it changes the meaning, as of numbers. */
function raised(node: Element, place: Place): string {
  const text = children(node, place).trim();
  return /^[-+−]?[\dnkij]{1,6}$/.test(text) ? `^${text}` : text;
}

/** Renders a definition list: terms with their definitions below. */
function definitions(place: Place, node: Element): string {
  return partsOf(node)
    .map(({ name, ...part }) => {
      const text = tidy(children({ name, ...part }, place)).replace(/\n\n/g, "\n");
      if (text === "" || name === "dt") return text === "" ? "" : `\n**${text.replaceAll("**", "")}**`;
      return `: ${text.replaceAll("\n", "\n  ")}`;
    })
    .filter((text) => text !== "")
    .join("\n")
    .trim();
}

/** Flattens the `div`s in which some pages wrap each term and its definition. */
function partsOf(list: Element): Element[] {
  return elementsIn(list).flatMap((child) => (child.name === "div" ? elementsIn(child) : [child]));
}

function link(node: Element, place: Place): string {
  const note = place.notes.marked(node);
  if (note !== undefined) return `[^${note}]`;
  const text = inline(node, place);
  const href = node.attributes["href"] ?? "";
  const address = text === "" ? null : addressOf(href, place);
  if (address === null) return text;
  return `[${text.replaceAll("]", "\\]")}](${address})`;
}

/** Resolves an address once; null when it leads nowhere else. Links beyond the limit become plain text. */
function addressOf(href: string, { base, addresses }: Pick<Place, "base" | "addresses">): string | null {
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

/** Renders an image by its alt text: its address is useless to a model, and in an answer it could leak data. */
function image(node: Element): string {
  const alt = (node.attributes["alt"] ?? "").replace(/\s+/g, " ").trim();
  return alt === "" ? "" : `[image: ${alt}]`;
}

function list(node: Element, place: Place, mark: (index: number) => string): string {
  let items = 0;
  return partsOfList(node)
    .map((part) => {
      const text = tidy(children(part, place)).replace(/\n\n/g, "\n");
      if (text === "") return "";
      const label = place.notes.labelOf(part);
      if (label !== undefined) return noted(label, text);
      const sign = part.name === "li" ? mark(items++) : "  ";
      return text.replaceAll("\n", `\n${" ".repeat(sign.length)}`).replace(/^/, sign);
    })
    .filter((text) => text !== "")
    .join("\n");
}

/** Keeps children that are not items: many pages use lists to indent, or nest lists directly. */
function partsOfList(node: Element): Element[] {
  const parts: Element[] = [];
  for (const child of node.children) {
    const last = parts.at(-1);
    if (typeof child !== "string" && child.name === "li") parts.push(child);
    else if (last?.name === "#loose") last.children.push(child);
    else parts.push({ name: "#loose", attributes: {}, children: [child] });
  }
  return parts;
}

/** A table inside a cell becomes plain text. */
function table(node: Element, place: Place): string {
  if (place.line) return children(node, place);
  const code = codeTable(node);
  if (code) return fenceOf(code, place.ancestors);
  const rows = gridOf(node, (cell) => inline(cell, place).replaceAll("|", "\\|"));
  const [head, ...body] = rows;
  if (!head) return "";
  const caption = find(node, "caption");
  const above = caption ? block(captioned(inline(caption, place))) : "";
  // A table of one column is a layout, not data.
  if (head.length === 1) return above + rows.map((row) => row.join(" ")).join("\n\n");
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return above + [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}
