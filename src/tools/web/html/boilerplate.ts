/** Recognizes boilerplate around a page's content: by element, by name, or because it is nothing but links. */
import { elsewhereBy, type Lengths } from "./link-lists.ts";
import { isCalledPartOfText, isNamedBoilerplate } from "./names.ts";
import type { Element, TreeNode } from "./tree.ts";
import { visible } from "./visible.ts";

const AROUND = new Set("nav footer aside form".split(" "));
const ROLES = new Set("navigation contentinfo search complementary banner dialog alert".split(" "));
const CONTAINERS = new Set("div section ul ol header table p span ins".split(" "));
/** Share of all text outside links from which an element counts as content, whatever its name or kind. */
const TOO_LARGE = 0.5;
const FAR_TOO_LARGE = 0.9;

const NOTHING: Lengths = { text: 0, linked: 0, links: 0 };

/**
 * Returns a test for boilerplate elements of this page. Only visible elements are measured, no scripts.
 * `dropsLists`: lists of links and teasers are boilerplate too.
 */
export function boilerplateIn(
  root: Element,
  dropsLists = true,
): (element: Element, parent?: Element) => boolean {
  const lengths = new Map<Element, Lengths>();
  const of = (element: Element) => lengths.get(element) ?? NOTHING;
  const sizeOf = dropsLists ? running : ({ text }: Lengths) => text;
  const all = sizeOf(measure(root, lengths, false));
  const leadsElsewhere = elsewhereBy(of);
  return (element, parent) => {
    const own = sizeOf(of(element));
    if (isCalledPartOfText(element)) return false;
    if (AROUND.has(element.name) || ROLES.has(element.attributes["role"] ?? ""))
      return own < all * FAR_TOO_LARGE;
    if (!isContainer(element) || own > all * TOO_LARGE) return false;
    return isNamedBoilerplate(element) || (dropsLists && leadsElsewhere(element, parent));
  };
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
  if (typeof child !== "string") return visible(child) ? measure(child, lengths, linked) : NOTHING;
  const text = child.trim().length;
  return { text, linked: linked ? text : 0, links: 0 };
}

function add(sum: Lengths, more: Lengths): void {
  sum.text += more.text;
  sum.linked += more.linked;
  sum.links += more.links;
}
