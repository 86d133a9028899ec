/** Where on a page its content is: the innermost part that holds most of its running text, without what is around it. */
import { boilerplateIn } from "./boilerplate.ts";
import { mayBeFormula } from "./formula.ts";
import { isCalledContent, isCalledTalk } from "./names.ts";
import { type Element, elementsIn, find, type TreeNode, textOf } from "./tree.ts";
import { visible } from "./visible.ts";

/** Characters of a text that stands in nothing that is made for text. */
const LEAST_LOOSE = 60;
const TEXT_HOLDERS = new Set("p li td pre blockquote dd h1 h2 h3 h4 figcaption".split(" "));
/** Of the running text, for a part to stand for the whole. */
const MOST = 0.9;
/** The same, for a part that the page itself calls its content. */
const MOST_OF_NAMED = 0.5;
/** Characters of running text, and their share of the page's, for a part to stand for the page. */
const LEAST_WEIGHT = 300;
const LEAST_SHARE = 0.25;
/** The same, for what readers have said below it to be left out: in a forum that is the content. */
const LEAST_ARTICLE = 600;
const ARTICLE_SHARE = 0.3;

/** Of a text together with its title, by the length of the text; and characters besides. */
const MOST_WITH_TITLE = 1.25;
const MOST_BESIDE = 500;

/**
 * A tree of its own. Undefined: no part stands for the page, as where it is a list of links to others. `sells`: what
 * readers say below it is of the thing that it sells.
 */
export function mainContent(root: Element, sells = false): Element | undefined {
  const own = without(root, boilerplateIn(root));
  const bare = sells ? own : withoutTalk(own);
  const weights = weightsOf(bare);
  const content = calledContent(bare, weights) ?? titled(bare, innermost(bare, weights));
  const weight = weights.get(content) ?? 0;
  if (weight < LEAST_WEIGHT) return undefined;
  const all = weightOf(without(root, () => false));
  return weight >= LEAST_SHARE * all ? content : undefined;
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

/** Whether what is around holds running text, and whether a link is around. */
interface Within {
  holds: boolean;
  linked: boolean;
}

/** Characters of running text in it: in paragraphs and the like, outside links. */
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

/** Some pages write paragraphs as parts of no kind: then what is long enough counts. */
function weightOfText(length: number, holds: boolean): number {
  return holds || length >= LEAST_LOOSE ? length : 0;
}

/**
 * The largest part that says it is the content, if most of the text stands in it. All of it: what stands beside the
 * text there is its title, its day, its first picture, its introduction.
 */
function calledContent(root: Element, weights: ReadonlyMap<Element, number>): Element | undefined {
  const least = MOST_OF_NAMED * (weights.get(root) ?? 0);
  const found = elementsIn(root).flatMap((child) => {
    if ((weights.get(child) ?? 0) <= least) return [];
    return isCalledContent(child) ? [child] : (calledContent(child, weights) ?? []);
  });
  return found[0];
}

/** With its title, where that stands outside: in a shop with the price beside it. Not at the cost of much else. */
function titled(root: Element, content: Element): Element {
  const path = pathTo(root, content);
  const length = textOf(content).length;
  const above = path.findLast((part) => find(part, "h1") !== undefined);
  return above !== undefined && textOf(above).length <= length * MOST_WITH_TITLE + MOST_BESIDE
    ? above
    : content;
}

/** From the root to it, both included. */
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
