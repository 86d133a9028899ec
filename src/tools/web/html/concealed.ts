/** Shows what a page conceals until its scripts run, where that is nearly all there is. */
import type { Element, TreeNode } from "./tree.ts";
import { fadesIn, isConcealed, isShowable } from "./visible.ts";

/** Share of a page's text below which what is seen is not the page. */
const LEAST_SEEN = 0.25;
/** Characters of concealed text below which nothing is shown: a page of two lines hides one for other reasons. */
const LEAST_CONCEALED = 400;
const AROUND = new Set("nav header footer aside form a".split(" "));

/** Note above the text of a page whose concealed text is shown. */
export const CONCEALED_NOTE = "[Includes text that the page hides until its scripts run.]";

export interface ShownPage {
  root: Element;
  /** Concealed text is shown, which the reader must be told. */
  isChanged: boolean;
}

export function withConcealedText(root: Element): ShownPage {
  const sizes = new Map<Element, number>();
  measure(root, sizes);
  if (sizes.size === 0) return { root, isChanged: false };
  const found: Found = { seen: 0, concealed: 0, parts: new Set() };
  collect(root, { sizes, found, isSeen: true });
  const { seen, concealed, parts } = found;
  const isMost = concealed >= LEAST_CONCEALED && seen < LEAST_SEEN * (seen + concealed);
  return isMost ? { root: shown(root, parts), isChanged: true } : { root, isChanged: false };
}

/** Length of text outside menus, links and forms: those are seen on any page, and many menus are concealed. */
function measure(node: Element, sizes: Map<Element, number>): number {
  let size = 0;
  for (const child of node.children) {
    if (typeof child === "string") size += child.trim().length;
    else if (!AROUND.has(child.name) && isShowable(child)) size += measure(child, sizes);
  }
  if (isConcealed(node)) sizes.set(node, size);
  return size;
}

interface Found {
  seen: number;
  concealed: number;
  /** Concealed elements that are shown if the page is. */
  parts: Set<Element>;
}

interface Walk {
  sizes: ReadonlyMap<Element, number>;
  found: Found;
  isSeen: boolean;
}

/** Small parts stay concealed, such as the entries of a menu, unless they fade in, as sentences do one by one. */
function collect(node: Element, { sizes, found, isSeen }: Walk): void {
  for (const child of node.children) {
    if (typeof child === "string") found[isSeen ? "seen" : "concealed"] += child.trim().length;
    else if (!AROUND.has(child.name) && isShowable(child)) {
      const size = sizes.get(child);
      if (size !== undefined && size < LEAST_CONCEALED && !fadesIn(child)) continue;
      if (size !== undefined) found.parts.add(child);
      collect(child, { sizes, found, isSeen: isSeen && size === undefined });
    }
  }
}

function shown(node: Element, parts: ReadonlySet<Element>): Element {
  const own = parts.has(node) ? bare(node) : node;
  const children = node.children.map(
    (child): TreeNode => (typeof child === "string" ? child : shown(child, parts)),
  );
  return { ...own, children };
}

/** The element without what conceals it. */
function bare(element: Element): Element {
  if (!isConcealed(element)) return element;
  const { hidden: _, style: __, "aria-hidden": ___, ...attributes } = element.attributes;
  return { ...element, name: element.name === "noscript" ? "div" : element.name, attributes };
}
