/** Chips in place of the markers `[n]` of an answer that is drawn already. */
import { t } from "../../../words/t.ts";
import { type Piece, piecesOf } from "./pieces.ts";

/** Code, links and formulas keep their words. */
const UNTOUCHED = "a, button, pre, code, [data-tex], .katex, math";

/** `known`: titles of sources by their numbers. */
export function drawChips(root: Element, known: ReadonlyMap<number, string>): void {
  for (const node of textsIn(root)) {
    const pieces = piecesOf(node.data, known);
    if (pieces) node.replaceWith(...pieces.map((piece) => nodeOf(piece, known)));
  }
}

function textsIn(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.data.includes("[") && !node.parentElement?.closest(UNTOUCHED)) found.push(node);
  }
  return found;
}

function nodeOf(piece: Piece, known: ReadonlyMap<number, string>): Node {
  if (typeof piece === "string") return document.createTextNode(piece);
  const chip = document.createElement("button");
  chip.type = "button";
  chip.className = "cite";
  chip.dataset["cite"] = String(piece);
  chip.textContent = String(piece);
  chip.setAttribute(
    "aria-label",
    t("Source {number}: {title}", { number: piece, title: known.get(piece) ?? "" }),
  );
  return chip;
}
