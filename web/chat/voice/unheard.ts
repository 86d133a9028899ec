/** Dims the part of a shown answer that was not heard because the person interrupted it. */
import { type HeardPlace, placeAfter } from "./heard-place.ts";

const NAME = "unheard";
/** Marks it until the returned function is called. An answer that is not on the page, or changes later, is not marked. */
export function markUnheard(message_id: string, place: HeardPlace): () => void {
  const answer = document.querySelector(`article[data-message="${CSS.escape(message_id)}"]`);
  const range = answer && typeof Highlight !== "undefined" ? rangeAfter(answer, place) : null;
  if (!range) return () => undefined;
  const shown = CSS.highlights.get(NAME) ?? new Highlight();
  CSS.highlights.set(NAME, shown.add(range));
  return () => shown.delete(range);
}

function rangeAfter(answer: Element, { characters, end }: HeardPlace): Range | null {
  const says = [...answer.querySelectorAll(".say")];
  const letters = says.flatMap(lettersOf);
  const at = placeAfter(letters.map(({ letter }) => letter).join(""), { characters, end });
  const next = letters[at];
  const last = letters.at(-1);
  if (!next || !last) return null;
  const range = new Range();
  range.setStart(next.node, next.at);
  range.setEnd(last.node, last.node.length);
  return range;
}

function lettersOf(part: Element): { letter: string; node: Text; at: number }[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const found: { letter: string; node: Text; at: number }[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    for (const { 0: letter, index } of node.data.matchAll(/[\p{L}\p{N}]/gu))
      found.push({ letter, node, at: index });
  }
  return found;
}
