/** Recognizes boilerplate around a page's content: by element, by name, or because it is nothing but links. */
import { type Element, elementsIn, elementsNamed, type TreeNode } from "../tree.ts";
import { countPrices, elsewhereBy, isMenu, type Lengths } from "./link-lists.ts";
import { isCalledPartOfText, isNamedBoilerplate } from "./names.ts";

const AROUND = new Set("nav footer".split(" "));
const CONTROLS = new Set("input textarea select button".split(" "));
/** Characters of running text from which a form without controls is a post that somebody could edit. */
const LEAST_FORM = 80;
/** Most links beside the page's only title. */
const LINKS_BY_TITLE = 5;
const ROLES = new Set("navigation contentinfo search complementary banner dialog alert".split(" "));
const CONTAINERS = new Set(
  "div section ul ol dl header table p span ins article li h2 h3 h4 h5 h6 a small center dd dt address details".split(
    " ",
  ),
);
/** Share of all text outside links from which an element counts as content, whatever its name or kind. */
const TOO_LARGE = 0.5;
const FAR_TOO_LARGE = 0.9;

/** Running text, in characters, share of an element's text and share of the page's, with which a side column is content. */
const LEAST_READ = 400;
const READ = 0.75;
const READ_SHARE = 0.2;

const NOTHING: Lengths = { text: 0, linked: 0, links: 0 };

/** Lists and cards that were left out: their characters, and the prices in them. */
export interface ListTotals {
  characters: number;
  prices: number;
}

/**
 * Lists of links and cards that count as content: none, all but menus, those in side columns too, or
 * all.
 */
export type ListHandling = "none" | "noMenus" | "sides" | "all";

/**
 * Returns a test for boilerplate elements of this page, of which only what is seen must be left, and the
 * lists and cards for which the test held so far. `showing` are elements that are known to be content.
 */
export function boilerplateIn(
  root: Element,
  lists: ListHandling,
  showing: ReadonlySet<Element>,
): { isAround(element: Element, parent?: Element): boolean; listed: ListTotals } {
  const lengths = new Map<Element, Lengths>();
  const of = (element: Element) => lengths.get(element) ?? NOTHING;
  const sizeOf = lists === "none" ? running : ({ text }: Lengths) => text;
  const all = sizeOf(measure(root, lengths, false));
  const leadsElsewhere = elsewhereBy(of);
  const title = onlyTitleOf(root);
  const listed = { characters: 0, prices: 0 };
  const isAround = (element: Element, parent?: Element) => {
    const size = of(element);
    const own = sizeOf(size);
    if (showing.has(element) || isCalledPartOfText(element) || isQuote(element)) return false;
    const isRead = running(size) >= LEAST_READ && running(size) > READ * size.text && own > all * READ_SHARE;
    if (element.name === "aside") return !isRead;
    if (AROUND.has(element.name) || ROLES.has(element.attributes["role"] ?? "") || isForm(element, size))
      return own < all * FAR_TOO_LARGE;
    if (!isContainer(element)) return false;
    if ((lists === "noMenus" || lists === "sides") && isMenu(element, size)) return true;
    if (own > all * TOO_LARGE) return false;
    if (isNamedBoilerplate(element, isRead || lists === "sides"))
      return !(size.links <= LINKS_BY_TITLE && title && holds(element, title));
    const isList = lists === "none" && leadsElsewhere(element, parent);
    if (isList && !isMenu(element, size)) {
      listed.characters += size.text;
      listed.prices += countPrices(element);
    }
    return isList;
  };
  return { isAround, listed };
}

function isForm(element: Element, size: Lengths): boolean {
  return element.name === "form" && (running(size) < LEAST_FORM || hasControl(element));
}

function hasControl(node: Element): boolean {
  return elementsIn(node).some(
    (child) => (CONTROLS.has(child.name) && child.attributes["type"] !== "hidden") || hasControl(child),
  );
}

/** The page's title, unless it has several. */
function onlyTitleOf(root: Element): Element | undefined {
  const titles = elementsNamed(root, "h1");
  return titles.length === 1 ? titles[0] : undefined;
}

function holds(node: Element, wanted: Element): boolean {
  return node === wanted || elementsIn(node).some((child) => holds(child, wanted));
}

/** Tells whether an `aside` is a quote: forums mark the words that a post quotes so. */
function isQuote(element: Element): boolean {
  return element.name === "aside" && elementsIn(element).some(({ name }) => name === "blockquote");
}

/** Custom elements have a hyphen in their name. */
function isContainer({ name }: Element): boolean {
  return CONTAINERS.has(name) || name.includes("-");
}

function running({ text, linked }: Lengths): number {
  return text - linked;
}

function measure(node: Element, lengths: Map<Element, Lengths>, linked: boolean): Lengths {
  const sum: Lengths = { text: 0, linked: 0, links: node.name === "a" ? 1 : 0 };
  const isLinked = linked || node.name === "a";
  for (const child of node.children) add(sum, lengthsOf(child, lengths, isLinked));
  lengths.set(node, sum);
  return sum;
}

function lengthsOf(child: TreeNode, lengths: Map<Element, Lengths>, linked: boolean): Lengths {
  if (typeof child !== "string") return measure(child, lengths, linked);
  const text = child.trim().length;
  return { text, linked: linked ? text : 0, links: 0 };
}

function add(sum: Lengths, more: Lengths): void {
  sum.text += more.text;
  sum.linked += more.linked;
  sum.links += more.links;
}
