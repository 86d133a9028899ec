/** Where on a page its content is: the innermost part that holds most of its running text, without what is around it. */
import type { Element, TreeNode } from "./tree.ts";
import { visible } from "./visible.ts";

const TEXT_HOLDERS = new Set("p li td pre blockquote dd h1 h2 h3 h4 figcaption".split(" "));
const AROUND = new Set("nav footer aside form".split(" "));
const AROUND_NAME =
  /(^|[-_\s])(nav|navbar|menu|sidebar|footer|breadcrumbs?|cookies?|banner|share|social|promo|related|newsletter|adverts?|ads|skip)($|[-_\s])/i;
/** Of the running text, for a part to stand for the whole. */
const MOST = 0.7;

/** A tree of its own. */
export function mainContent(root: Element): Element {
  const bare = withoutAround(root);
  const weights = new Map<Element, number>();
  weigh(bare, weights, { holds: false, linked: false });
  return innermost(bare, weights);
}

function withoutAround(node: Element): Element {
  const children = node.children.flatMap((child): TreeNode[] => {
    if (typeof child === "string") return [child];
    return isAround(child) || !visible(child) ? [] : [withoutAround(child)];
  });
  return { ...node, children };
}

function isAround({ name, attributes }: Element): boolean {
  if (AROUND.has(name)) return true;
  const role = attributes["role"] ?? "";
  if (role === "navigation" || role === "contentinfo" || role === "search") return true;
  const isContainer = name === "div" || name === "section" || name === "ul" || name === "header";
  return isContainer && AROUND_NAME.test(`${attributes["class"] ?? ""} ${attributes["id"] ?? ""}`);
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

function innermost(root: Element, weights: ReadonlyMap<Element, number>): Element {
  const all = weights.get(root) ?? 0;
  let best = root;
  for (;;) {
    const heavy = best.children.find(
      (child): child is Element =>
        typeof child !== "string" && !TEXT_HOLDERS.has(child.name) && (weights.get(child) ?? 0) > MOST * all,
    );
    if (!heavy || all === 0) return best;
    best = heavy;
  }
}
