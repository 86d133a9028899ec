/** Shows what a page conceals until its scripts run, where that is nearly all there is. */
import type { Element, TreeNode } from "./tree.ts";
import { isConcealed, visible } from "./visible.ts";

/** Share of a page's text below which what is seen is not the page. */
const LEAST_SEEN = 0.25;
/** Characters of concealed text below which nothing is shown: a page of two lines hides one for other reasons. */
const LEAST_CONCEALED = 400;
const AROUND = new Set("nav header footer aside form".split(" "));

/** Note above the text of a page whose concealed text is shown. */
export const CONCEALED_NOTE = "[Includes text that the page hides until its scripts run.]";

export interface ShownPage {
  root: Element;
  /** Whether concealed text is shown, which must be said to whoever reads it. */
  isChanged: boolean;
}

export function withConcealedText(root: Element): ShownPage {
  const text = { seen: 0, concealed: 0 };
  measure(root, text, "seen");
  const isMost = text.concealed >= LEAST_CONCEALED && text.seen < LEAST_SEEN * (text.seen + text.concealed);
  return isMost ? { root: shown(root) as Element, isChanged: true } : { root, isChanged: false };
}

/** Only text outside menus and the like counts: they are seen on any page. */
function measure(
  node: Element,
  text: Record<"seen" | "concealed", number>,
  state: "seen" | "concealed",
): void {
  for (const child of node.children) {
    if (typeof child === "string") text[state] += child.trim().length;
    else if (!AROUND.has(child.name) && visible(bare(child)))
      measure(child, text, isConcealed(child) ? "concealed" : state);
  }
}

function shown(node: TreeNode): TreeNode {
  if (typeof node === "string") return node;
  return { ...bare(node), children: node.children.map(shown) };
}

/** The element without what conceals it. */
function bare(element: Element): Element {
  if (!isConcealed(element)) return element;
  const { hidden: _, style: __, "aria-hidden": ___, ...attributes } = element.attributes;
  return { ...element, name: element.name === "noscript" ? "div" : element.name, attributes };
}
