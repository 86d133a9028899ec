/** Finds a page's main content: the innermost element that holds most of its running text, without boilerplate. */
import { boilerplateIn } from "./boilerplate.ts";
import { mayBeFormula } from "./formula.ts";
import { isCalledContent, isCalledTalk } from "./names.ts";
import { type Element, elementsIn, find, type TreeNode, textOf } from "./tree.ts";
import { visible } from "./visible.ts";

/** Length from which text outside a text element counts as running text. */
const LEAST_LOOSE = 60;
const TEXT_HOLDERS = new Set("p li td pre blockquote dd h1 h2 h3 h4 figcaption".split(" "));
/** Share of the page's running text from which an element stands for the whole. */
const MOST = 0.9;
/** Share that suffices for an element that the page itself marks as its content. */
const MOST_OF_NAMED = 0.5;
/** Running text that an element must have to stand for the page: characters, and share of the page's. */
const LEAST_WEIGHT = 300;
const LEAST_SHARE = 0.25;
/**
 * Running text, in characters and share, that must remain for readers' comments to be left out: in a forum they are the
 * content.
 */
const LEAST_ARTICLE = 600;
const ARTICLE_SHARE = 0.3;

/** Most extra length of the text with its title over the text alone: a factor, and characters on top. */
const MOST_WITH_TITLE = 1.25;
const MOST_BESIDE = 500;

/**
 * Returns a copy of the content's tree; of a page that no element stands for, such as a list of links, all but what its
 * structure sets apart. `sells`: the page sells something, so readers' comments on it are kept.
 */
export function mainContent(root: Element, sells = false): Element {
  const own = without(root, boilerplateIn(root));
  const bare = sells ? own : withoutTalk(own);
  const weights = weightsOf(bare);
  const content = calledContent(bare, weights) ?? titled(bare, innermost(bare, weights));
  const weight = weights.get(content) ?? 0;
  const all = weightOf(without(root, () => false));
  return weight >= LEAST_WEIGHT && weight >= LEAST_SHARE * all
    ? content
    : without(root, boilerplateIn(root, false));
}

function withoutTalk(root: Element): Element {
  const article = without(root, isCalledTalk);
  const [weight, all] = [weightOf(article), weightOf(root)];
  return weight >= LEAST_ARTICLE && weight >= ARTICLE_SHARE * all ? article : root;
}

function without(node: Element, isAround: (element: Element, parent: Element) => boolean): Element {
  const children = node.children.flatMap((child): TreeNode[] => {
    if (typeof child === "string" || mayBeFormula(child)) return [child];
    return isAround(child, node) || !visible(child) ? [] : [without(child, isAround)];
  });
  return { ...node, children };
}

function weightOf(root: Element): number {
  return weightsOf(root).get(root) ?? 0;
}

function weightsOf(root: Element): Map<Element, number> {
  const weights = new Map<Element, number>();
  weigh(root, weights, { holds: false, linked: false });
  return weights;
}

/** Whether an ancestor is a text element, and whether one is a link. */
interface Within {
  holds: boolean;
  linked: boolean;
}

/** Characters of running text in an element: in paragraphs and the like, outside links. */
function weigh(node: Element, weights: Map<Element, number>, within: Within): number {
  const holds = within.holds || TEXT_HOLDERS.has(node.name);
  const linked = within.linked || node.name === "a";
  let weight = 0;
  for (const child of node.children) {
    if (typeof child !== "string") weight += weigh(child, weights, { holds, linked });
    else if (!linked) weight += weightOfText(child.trim().length, holds);
  }
  weights.set(node, weight);
  return weight;
}

/** Weight of a text. Some pages put paragraphs into generic elements: long text counts there too. */
function weightOfText(length: number, holds: boolean): number {
  return holds || length >= LEAST_LOOSE ? length : 0;
}

/**
 * The largest element marked as content, if it holds most of the text. It is kept whole: what surrounds the text there
 * is its title, date, lead image and introduction.
 */
function calledContent(root: Element, weights: ReadonlyMap<Element, number>): Element | undefined {
  const least = MOST_OF_NAMED * (weights.get(root) ?? 0);
  const found = elementsIn(root).flatMap((child) => {
    if ((weights.get(child) ?? 0) <= least) return [];
    return isCalledContent(child) ? [child] : (calledContent(child, weights) ?? []);
  });
  return found[0];
}

/**
 * Widens the content to include a title outside it (in a shop, with the price beside it), unless that adds too much
 * else.
 */
function titled(root: Element, content: Element): Element {
  const path = pathTo(root, content);
  const length = textOf(content).length;
  const above = path.findLast((part) => find(part, "h1") !== undefined);
  return above !== undefined && textOf(above).length <= length * MOST_WITH_TITLE + MOST_BESIDE
    ? above
    : content;
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
      (child) => !TEXT_HOLDERS.has(child.name) && (weights.get(child) ?? 0) > MOST * all,
    );
    if (!heavy || all === 0) return best;
    best = heavy;
  }
}
