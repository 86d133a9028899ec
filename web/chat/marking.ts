/** Shows where a message is that was gone to, and the words that were looked for in it. */
import { wordPlaces } from "../thread/word-places.ts";

const NAME = "found";

/** Its words stay marked until another message is gone to. */
export function markMessage(node: HTMLElement, words: string): void {
  node.tabIndex = -1;
  node.focus({ preventScroll: true });
  node.animate([{ background: "var(--ember-wash)" }, { background: "transparent" }], {
    duration: 2_400,
    easing: "ease-in",
  });
  // An older browser shows the message alone.
  if (typeof Highlight === "undefined") return;
  CSS.highlights.set(NAME, new Highlight(...rangesIn(node, words)));
}

export function unmark(): void {
  if (typeof Highlight !== "undefined") CSS.highlights.delete(NAME);
}

function rangesIn(node: HTMLElement, words: string): Range[] {
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (const [start, end] of wordPlaces(text.textContent ?? "", words)) {
      const range = new Range();
      range.setStart(text, start);
      range.setEnd(text, end);
      ranges.push(range);
    }
  }
  return ranges;
}
