/** Right-to-left text of a PDF. Some programs print its pieces as they lie on the page, others as they are read. */
import type { PagePiece } from "./pdf-pieces.ts";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu;
/** Share of right-to-left letters from which a line is read so. */
const SHARE = 0.3;

export function isRightToLeft(text: string): boolean {
  const count = text.match(RIGHT_TO_LEFT)?.length ?? 0;
  if (count === 0) return false;
  return count >= SHARE * (count + (text.match(LEFT_TO_RIGHT)?.length ?? 0));
}

type Direction = "right" | "left" | "number" | "none";

/** Orders pieces that lie from left to right as they are read: from right to left, but for Latin words and numbers. */
export function logicalOrder(items: readonly PagePiece[]): PagePiece[] {
  const ordered: PagePiece[] = [];
  let run: PagePiece[] = [];
  const endRun = () => {
    ordered.push(...run.reverse());
    run = [];
  };
  for (const [at, item] of [...items.entries()].reverse()) {
    const direction = directionOf(item.text);
    if (direction === "left" || (direction === "number" && run.length > 0) || isBetween(items, at))
      run.push(item);
    else {
      endRun();
      ordered.push(direction === "none" ? { ...item, text: mirrored(item.text) } : item);
    }
  }
  endRun();
  return ordered;
}

/** Pieces that are looked at around one. */
const NEAR = 20;

/** A mark or a number that has Latin words at both of its sides belongs to them. */
function isBetween(items: readonly PagePiece[], at: number): boolean {
  const direction = directionOf(items[at]?.text ?? "");
  if (direction !== "none" && direction !== "number") return false;
  const strong = (each: PagePiece) => ["left", "right"].includes(directionOf(each.text));
  const before = items.slice(Math.max(0, at - NEAR), at).findLast(strong);
  const after = items.slice(at + 1, at + NEAR).find(strong);
  return [before, after].every((each) => each !== undefined && directionOf(each.text) === "left");
}

function directionOf(text: string): Direction {
  if (text.match(RIGHT_TO_LEFT)) return "right";
  if (text.match(LEFT_TO_RIGHT)) return "left";
  return /\p{N}/u.test(text) ? "number" : "none";
}

const PAIRS = "()[]{}<>«»";

/** Brackets lie on the page as they look, and are written the other way round. */
function mirrored(text: string): string {
  return [...text].reverse().map(mirror).join("");
}

function mirror(sign: string): string {
  const at = PAIRS.indexOf(sign);
  return at === -1 ? sign : (PAIRS[at % 2 === 0 ? at + 1 : at - 1] ?? sign);
}

/** Lam and alef are one letter in print, and come out in the wrong order: no word has these otherwise. */
export function mendedArabic(text: string): string {
  return text
    .replace(/\u0627([\u0622\u0623\u0625\u0627])\u0644/g, "\u0627\u0644$1")
    .replace(/(?<![\u0600-\u06ff])\u0627\u0644(?![\u0600-\u06ff])/g, "\u0644\u0627");
}
