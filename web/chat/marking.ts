/** Highlights the message that the address leads to, and the searched words in it. */
import { wordPlaces } from "../thread/word-places.ts";

const NAME = "found";

/** The words stay marked until another message is opened. */
export function markMessage(node: HTMLElement, words: string): void {
  node.tabIndex = -1;
  node.focus({ preventScroll: true });
  node.animate([{ background: "var(--ember-wash)" }, { background: "transparent" }], {
    duration: 2_400,
    easing: "ease-in",
  });
  // An older browser shows the message without marks.
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
