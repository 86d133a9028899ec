/** Finds a page's main content: the innermost element that holds most of its running text, without boilerplate. */
import { mayBeFormula } from "../formula.ts";
import type { Entity } from "../structured.ts";
import { type Element, elementsIn, find, isSame, type TreeNode, textOf } from "../tree.ts";
import { visible } from "../visible.ts";
import { boilerplateIn, type ListHandling, type ListTotals } from "./boilerplate.ts";
import { kindOf, type PageKind } from "./kind.ts";
import { isCalledContent, isCalledTalk } from "./names.ts";
import { elementsShowing } from "./pointed.ts";
import { withPostsAlone } from "./thread.ts";
import { GONE, trimContent } from "./trim.ts";
import { weightOf, weightsOf } from "./weights.ts";

/** Share of the page's running text from which an element stands for the whole. */
const MOST = 0.9;
/** Share that suffices for an element that the page itself marks as its content. */
const MOST_OF_NAMED = 0.5;
/** Share of a marked element's text from which a marked element inside it stands for it. */
const MOST_OF_INNER = 0.8;
/** Running text that an element must have to stand for the page: characters, and share of the page's. */
const LEAST_WEIGHT = 300;
const LEAST_SHARE = 0.25;
/** Running text of a page that says that it sells one thing: there may be little to say of it. */
const LEAST_OF_PRODUCT = 60;
/**
 * Running text, in characters and share, that must remain for readers' comments to be left out: in a forum they are the
 * content. A page that says that it is an article needs no share.
 */
const LEAST_ARTICLE = 600;
const LEAST_SAID = 250;
const ARTICLE_SHARE = 0.3;
/** Characters of all text below which next to nothing is left of a page. */
const LEAST_LEFT = 40;
/** Factors of lists over text, for a page that calls itself a list, one with paragraphs enough for an article, any other. */
const LISTS_OF_LIST = 0.5;
const LISTS_OF_TEXT = 4;
const LISTS_OF_OTHER = 1.5;
const PARAGRAPHS_OF_TEXT = 4;
const LEAST_PARAGRAPH = 100;
/** Share of a list page's text that must remain without its menus. */
const LEAST_WITHOUT_MENUS = 0.2;
/** Share of a list page's text outside its structure's side parts that must remain without those that their names tell. */
const LEAST_WITHOUT_SIDES = 0.4;
/** Prices in lists from which a page shows a shop's collection, however much text stands below it. */
const PRICES_OF_COLLECTION = 8;

const CONTAINERS = new Set("html body div main section article table tbody tr center font".split(" "));

/** Most extra length of the text with its title over the text alone: a factor, and characters on top. */
const MOST_WITH_TITLE = 1.25;
const MOST_BESIDE = 500;

/** Facts that structured data tells of a page. */
export interface PageData {
  entities: readonly Entity[];
  /** The entities describe a single product. */
  sells: boolean;
  /** Texts in them that tell of the content. */
  texts: readonly string[];
}

/**
 * Returns a copy of the content's tree; of a page that no element stands for, such as a list of links, all but what its
 * structure sets apart.
 */
export function mainContent(page: Element, { entities, sells, texts }: PageData): Element {
  const kind = kindOf(page, entities, sells);
  const seen = onlySeen(page);
  const root = kind === "thread" ? withPostsAlone(seen) : seen;
  const reduced = reducing(root, elementsShowing(root, texts));
  const text = ofText(root, reduced, kind);
  const trimming = { keepsTalk: kind === "thread", keepsLists: text === undefined };
  const content = trimContent(asBlock(text ?? ofLists(reduced, kind)), trimming);
  if (weightOf(content, true) >= LEAST_LEFT) return content;
  const whole = asBlock(reduced("all").bare);
  return weightOf(whole, true) >= LEAST_LEFT ? whole : asBlock(root);
}

/** A content that is itself rendered, and not just what is in it: it may be a list. */
function asBlock(content: Element): Element {
  return { name: "div", attributes: {}, children: [content] };
}

/** The content of a page of text; undefined where lists of links and cards are most of it. */
function ofText(root: Element, reduced: Reduced, kind: PageKind): Element | undefined {
  const { bare: own, listed } = reduced("none");
  const bare = withoutTalk(own, kind);
  const weights = weightsOf(bare);
  const content = chosen(bare, weights);
  const weight = weights.get(content) ?? 0;
  if (kind === "product" && weight >= LEAST_OF_PRODUCT) return content;
  if (weight < LEAST_WEIGHT) return undefined;
  const isCollection = (kind === "list" || kind === "other") && listed.prices >= PRICES_OF_COLLECTION;
  if (isCollection || listed.characters > weight * factorOf(content, kind)) return undefined;
  // The main part of an article or thread may be short beside its comments.
  const isKnown = kind === "article" || kind === "thread";
  return isKnown || weight >= LEAST_SHARE * weightOf(root) ? content : undefined;
}

/** Lists are the content when they are this many times as long as the text. */
function factorOf(content: Element, kind: PageKind): number {
  if (kind === "list") return LISTS_OF_LIST;
  if (kind === "thread" || kind === "article") return LISTS_OF_TEXT;
  return countParagraphs(content) >= PARAGRAPHS_OF_TEXT ? LISTS_OF_TEXT : LISTS_OF_OTHER;
}

function countParagraphs(node: Element): number {
  const own = node.name === "p" && textOf(node).trim().length >= LEAST_PARAGRAPH ? 1 : 0;
  return elementsIn(node).reduce((sum, child) => sum + countParagraphs(child), own);
}

function ofLists(reduced: Reduced, kind: PageKind): Element {
  const bare = withoutTalk(bareOfLists(reduced, kind), kind);
  const weights = weightsOf(bare, true);
  return (weights.get(bare) ?? 0) < LEAST_WEIGHT ? bare : chosen(bare, weights);
}

/** A list page with as few of its surroundings as leave something. */
function bareOfLists(reduced: Reduced, kind: PageKind): Element {
  const { bare } = reduced("noMenus");
  const { bare: withSides } = reduced("sides");
  const isEnough =
    kind === "product" || weightOf(bare, true) >= LEAST_WITHOUT_SIDES * weightOf(withSides, true);
  const least = isEnough ? bare : withSides;
  const { bare: all } = reduced("all");
  return weightOf(least, true) >= LEAST_WITHOUT_MENUS * weightOf(all, true) ? least : all;
}

/** The page without its boilerplate, and the lists and cards that were left out with it. */
type Reduced = (lists: ListHandling) => { bare: Element; listed: ListTotals };

function reducing(root: Element, showing: ReadonlySet<Element>): Reduced {
  return (lists) => {
    const { isAround, listed } = boilerplateIn(root, lists, showing);
    return { bare: without(root, isAround), listed };
  };
}

function chosen(root: Element, weights: ReadonlyMap<Element, number>): Element {
  const called = calledContent(root, weights);
  if (called === undefined) return titled(root, innermost(root, weights));
  const inner = innerContent(called, weights);
  return inner === called ? titled(root, called) : titled(called, inner);
}

function withoutTalk(root: Element, kind: PageKind): Element {
  if (kind === "thread" || kind === "product") return root;
  const article = without(root, isCalledTalk);
  if (article === root) return root;
  const [weight, all] = [weightOf(article), weightOf(root)];
  const isArticle =
    kind === "article" ? weight >= LEAST_SAID : weight >= LEAST_ARTICLE && weight >= ARTICLE_SHARE * all;
  return isArticle ? article : root;
}

function onlySeen(node: Element): Element {
  const children: TreeNode[] = [];
  for (const child of node.children) {
    if (typeof child === "string" || mayBeFormula(child)) children.push(child);
    else if (visible(child)) children.push(onlySeen(child));
  }
  return isSame(children, node.children) ? node : { ...node, children };
}

function without(node: Element, isAround: (element: Element, parent: Element) => boolean): Element {
  const children: TreeNode[] = [];
  for (const child of node.children) {
    if (typeof child === "string" || child.name === "pre" || mayBeFormula(child)) children.push(child);
    else children.push(isAround(child, node) ? GONE : without(child, isAround));
  }
  return isSame(children, node.children) ? node : { ...node, children };
}

/**
 * The largest element marked as content, if it holds most of the text. It is kept whole: what surrounds the text there
 * is its title, date, lead image and introduction.
 */
function calledContent(root: Element, weights: ReadonlyMap<Element, number>): Element | undefined {
  const least = MOST_OF_NAMED * (weights.get(root) ?? 0);
  for (let at: Element | undefined = root; at; ) {
    at = elementsIn(at).find((child) => (weights.get(child) ?? 0) > least);
    if (at && isCalledContent(at)) return at;
  }
  return undefined;
}

/** An element inside the content that is marked as content too and holds nearly all of it. */
function innerContent(content: Element, weights: ReadonlyMap<Element, number>): Element {
  const least = MOST_OF_INNER * (weights.get(content) ?? 0);
  let best = content;
  for (let at: Element | undefined = content; at; ) {
    const next: Element | undefined = elementsIn(at).find((child) => (weights.get(child) ?? 0) > least);
    if (next && isCalledContent(next)) best = next;
    at = next;
  }
  return best;
}

/**
 * Widens the content to include a title outside it (in a shop, with the price beside it), unless that adds too much
 * else: then the title alone is added.
 */
function titled(root: Element, content: Element): Element {
  const withTitle = new Set<Element>();
  collectTitled(root, withTitle);
  const above = pathTo(root, content).findLast((part) => withTitle.has(part));
  if (above === undefined || above === content) return content;
  if (textOf(above).length <= textOf(content).length * MOST_WITH_TITLE + MOST_BESIDE) return above;
  const title = find(above, "h1");
  return title ? { name: "div", attributes: {}, children: [title, content] } : content;
}

/** Collects the elements that hold a title. */
function collectTitled(node: Element, found: Set<Element>): boolean {
  let holds = node.name === "h1";
  for (const child of node.children)
    if (typeof child !== "string" && collectTitled(child, found)) holds = true;
  if (holds) found.add(node);
  return holds;
}

/** Path from the root to the element, both included. */
function pathTo(node: Element, wanted: Element): Element[] {
  if (node === wanted) return [node];
  for (const child of elementsIn(node)) {
    const path = pathTo(child, wanted);
    if (path.length > 0) return [node, ...path];
  }
  return [];
}

function innermost(root: Element, weights: ReadonlyMap<Element, number>): Element {
  const all = weights.get(root) ?? 0;
  let best = root;
  for (;;) {
    const heavy = elementsIn(best).find(
      (child) => CONTAINERS.has(child.name) && (weights.get(child) ?? 0) > MOST * all,
    );
    if (!heavy || all === 0) return best;
    best = heavy;
  }
}
