/** Where on a page its content is: the innermost part that holds most of its running text, without what is around it. */
import { aroundBy } from "./around.ts";
import { mayBeFormula } from "./formula.ts";
import { classesOf, type Element, elementsIn, type TreeNode } from "./tree.ts";
import { visible } from "./visible.ts";

const TEXT_HOLDERS = new Set("p li td pre blockquote dd h1 h2 h3 h4 figcaption".split(" "));
/** Of the running text, for a part to stand for the whole. */
const MOST = 0.9;
/** The same, for a part that the page itself calls its content. */
const MOST_OF_NAMED = 0.5;

/** A tree of its own. */
export function mainContent(root: Element): Element {
  const isAround = aroundBy(root);
  const bare = without(root, isAround);
  const weights = new Map<Element, number>();
  weigh(bare, weights, { holds: false, linked: false });
  const named = calledContent(bare, weights);
  return innermost(named ?? bare, weights);
}

function without(node: Element, isAround: (element: Element) => boolean): Element {
  const children = node.children.flatMap((child): TreeNode[] => {
    if (typeof child === "string" || mayBeFormula(child)) return [child];
    return isAround(child) || !visible(child) ? [] : [without(child, isAround)];
  });
  return { ...node, children };
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
    else if (holds && !linked) weight += child.trim().length;
  }
  weights.set(node, weight);
  return weight;
}

/** The largest part that says it is the content, if most of the text stands in it. */
function calledContent(root: Element, weights: ReadonlyMap<Element, number>): Element | undefined {
  const least = MOST_OF_NAMED * (weights.get(root) ?? 0);
  const found = elementsIn(root).flatMap((child) => {
    if ((weights.get(child) ?? 0) <= least) return [];
    return isCalledContent(child) ? [child] : (calledContent(child, weights) ?? []);
  });
  return found[0];
}

function isCalledContent(element: Element): boolean {
  const { role, itemprop } = element.attributes;
  if (element.name === "main" || role === "main" || itemprop === "articleBody") return true;
  return element.name === "article" && !classesOf(element).includes("card");
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
