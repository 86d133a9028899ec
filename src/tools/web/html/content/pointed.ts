/** Finds the elements that show what the page's structured data describes: none of them is boilerplate. */
import type { Element } from "../tree.ts";

/** Letters by which the beginning of a sentence is known again. */
const KNOWN_BY = 24;
const LEAST_KNOWN = 10;
const MOST_SENTENCES = 4_000;
/** Sentences from which an element shows the described text and does not just mention it. */
const LEAST_SHOWN = 2;

export function elementsShowing(root: Element, texts: readonly string[]): ReadonlySet<Element> {
  const beginnings = new Set(
    texts
      .flatMap((text) => text.split(/[.!?\n]\s*/))
      .slice(0, MOST_SENTENCES)
      .flatMap(beginningOf),
  );
  const showing = new Set<Element>();
  if (beginnings.size > 0) count(root, beginnings, showing);
  return showing;
}

function count(node: Element, beginnings: ReadonlySet<string>, showing: Set<Element>): number {
  let shown = 0;
  for (const child of node.children) {
    if (typeof child !== "string") shown += count(child, beginnings, showing);
    else if (beginningOf(child).some((beginning) => beginnings.has(beginning))) shown++;
  }
  if (shown >= LEAST_SHOWN) showing.add(node);
  return shown;
}

/** Letters of a text's beginning, or all of a shorter text; none for one that is too short to be known again. */
function beginningOf(text: string): string[] {
  const letters = text
    .slice(0, 4 * KNOWN_BY)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  return letters.length < LEAST_KNOWN ? [] : [letters.slice(0, KNOWN_BY)];
}
