/** Weighs elements by their running text: in paragraphs and the like, outside links. */
import type { Element } from "../tree.ts";

/** Length from which text outside a text element counts as running text. */
const LEAST_LOOSE = 60;
const TEXT_HOLDERS = new Set("p li td pre blockquote dd h1 h2 h3 h4 figcaption".split(" "));

/** Characters of running text in the element, `withLinks` of all its text. */
export function weightOf(root: Element, withLinks = false): number {
  return weightsOf(root, withLinks).get(root) ?? 0;
}

export function weightsOf(root: Element, withLinks = false): Map<Element, number> {
  const weights = new Map<Element, number>();
  weigh(root, weights, withLinks ? "all" : "loose");
  return weights;
}

/** Text that counts: all of it, all outside links (in a text element), only long text, or none (in a link). */
type Counted = "all" | "held" | "loose" | "none";

function weigh(node: Element, weights: Map<Element, number>, outer: Counted): number {
  const counted = countedIn(node, outer);
  let weight = 0;
  for (const child of node.children) {
    if (typeof child !== "string") weight += weigh(child, weights, counted);
    else if (counted !== "none") weight += weightOfText(child.trim().length, counted !== "loose");
  }
  weights.set(node, weight);
  return weight;
}

function countedIn({ name }: Element, outer: Counted): Counted {
  if (outer === "all" || outer === "none") return outer;
  if (name === "a") return "none";
  return TEXT_HOLDERS.has(name) ? "held" : outer;
}

/** Weight of a text. Some pages put paragraphs into generic elements: long text counts there too. */
function weightOfText(length: number, holds: boolean): number {
  return holds || length >= LEAST_LOOSE ? length : 0;
}
