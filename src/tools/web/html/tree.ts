/** Parses HTML into a tree of plain objects, in time and depth that a hostile page can't inflate. */
import { Tokenizer } from "htmlparser2";

export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: TreeNode[];
}

/** Entities in text are decoded. */
export type TreeNode = Element | string;

/** Deeper elements become siblings: only hostile pages are that deep. */
const MAX_DEPTH = 120;
const MAX_NODES = 150_000;
/** Attributes that are kept; the renderer needs no others. */
const KEPT_ATTRIBUTES = new Set(
  (
    "href action alt style hidden aria-hidden class id role rel type itemprop itemtype rowspan colspan data-lang data-language alttext encoding display " +
    "property name content data-testid"
  ).split(" "),
);

const VOID = names("area base br col embed hr img input link meta source track wbr");
const BLOCKS = names(
  "address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul",
);
/** An opening tag implicitly closes these open elements, for authors omit closing tags. */
const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...[...BLOCKS].map((name) => [name, names("p")] as const),
  ["li", names("li")],
  ["dt", names("dt dd")],
  ["dd", names("dt dd")],
  ["tr", names("tr td th")],
  ["td", names("td th")],
  ["th", names("td th")],
  ["option", names("option")],
  ["a", names("a")],
]);
/** Implied closing tags do not cross these elements. */
const BARRIERS = names("table ul ol dl body html #root");
/** Elements that can stand in the head. Any other ends a head that was left open, with all that is open in it. */
const OF_HEAD = names("html head title base link meta style script noscript template");

export function parseTree(html: string): Element {
  const builder = new TreeBuilder(html);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, builder);
  tokenizer.write(html);
  tokenizer.end();
  return builder.root;
}

/** Keeps the open elements itself: the library's own parser takes quadratic time for deep pages. */
class TreeBuilder {
  readonly root: Element = { name: "#root", attributes: {}, children: [] };
  private readonly html: string;
  private readonly open: Element[] = [this.root];
  private nodes = 0;
  private name = "";
  private attributes: Record<string, string> = {};
  private attribute = "";
  private value = "";

  constructor(html: string) {
    this.html = html;
  }

  ontext(start: number, end: number): void {
    this.add(this.html.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.add(String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.name = this.html.slice(start, end).toLowerCase();
    this.attributes = {};
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.html.slice(start, end).toLowerCase();
    this.value = "";
  }

  onattribdata(start: number, end: number): void {
    if (KEPT_ATTRIBUTES.has(this.attribute)) this.value += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    if (KEPT_ATTRIBUTES.has(this.attribute)) this.value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (KEPT_ATTRIBUTES.has(this.attribute)) this.attributes[this.attribute] ??= this.value;
  }

  onopentagend(): void {
    if (this.nodes > MAX_NODES) return;
    if (!OF_HEAD.has(this.name)) this.endHead();
    const ends = ENDS.get(this.name);
    if (ends) this.endImplied(ends);
    const element = { name: this.name, attributes: this.attributes, children: [] };
    this.add(element);
    if (!VOID.has(this.name) && this.open.length < MAX_DEPTH) this.open.push(element);
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    if (this.nodes > MAX_NODES) return;
    const name = this.html.slice(start, end).toLowerCase();
    const at = this.open.findLastIndex((element) => element.name === name);
    if (at > 0) this.open.length = at;
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  private add(node: TreeNode): void {
    if (++this.nodes <= MAX_NODES) this.open.at(-1)?.children.push(node);
  }

  /** A picture in a `noscript` of the head, such as a tracker's, leaves the head open. */
  private endHead(): void {
    const at = this.open[1]?.name === "head" ? 1 : this.open[2]?.name === "head" ? 2 : 0;
    const isInside = at > 0 && this.name !== "body" && this.open.length > at + 1;
    if (at > 0 && !isInside) this.open.length = at;
  }

  private endImplied(ends: ReadonlySet<string>): void {
    const at = this.open.findLastIndex(({ name }) => ends.has(name) || BARRIERS.has(name));
    const found = this.open[at];
    if (found && ends.has(found.name)) this.open.length = at;
  }
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

export function textOf(node: TreeNode): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}

export function elementsIn(node: Element): Element[] {
  return node.children.filter((child) => typeof child !== "string");
}

export function classesOf({ attributes }: Element): string[] {
  return (attributes["class"] ?? "").split(/\s+/);
}

/** The outermost elements of that name, in document order. */
export function elementsNamed(node: Element, name: string, found: Element[] = []): Element[] {
  for (const child of node.children) {
    if (typeof child === "string") continue;
    if (child.name === name) found.push(child);
    else elementsNamed(child, name, found);
  }
  return found;
}

/** First element of that name, in document order. */
export function find(node: Element, name: string): Element | undefined {
  for (const child of node.children) {
    if (typeof child === "string") continue;
    const found = child.name === name ? child : find(child, name);
    if (found) return found;
  }
  return undefined;
}

/** Tells whether two lists hold the same nodes, so that no copy need be made. */
export function isSame(one: readonly TreeNode[], other: readonly TreeNode[]): boolean {
  return one.length === other.length && one.every((node, at) => node === other[at]);
}
