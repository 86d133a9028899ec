/** Text of a page of a PDF, from its pieces and their places: lines, words, cells of tables, right-to-left text. */
import { isRightToLeft, logicalOrder, mendedArabic } from "./pdf-directions.ts";
import { withGapsFilled } from "./pdf-filled-gaps.ts";
import type { PagePiece, TextItem } from "./pdf-pieces.ts";
import { withoutRadicals } from "./pdf-radicals.ts";

export interface Line {
  text: string;
  from: number;
  to: number;
  up: number;
  size: number;
  isRightToLeft: boolean;
  isBroken: boolean;
}

/** Shares of the letters' size: of a gap between words, and between cells. */
const WORD_GAP = 0.15;
const CELL_GAP = 1.8;
/** Least gap between two cells of a line with no other gap. */
const LONE_GAP = 3;
/** Share of a line's pieces that have letters where it is no row of numbers. */
const PROSE = 0.7;
/** Ratio of the widest gap to the narrowest one in a line of words. */
const EVEN = 1.3;
/** Offset that is still the same line, as that of an exponent. */
const SAME_LINE = 0.5;
/** Radians that two pieces of one line may differ. */
const SAME_ANGLE = 0.02;

/** Collects the lines of a page. */
export class LineReader {
  readonly lines: Line[] = [];
  private items: PagePiece[] = [];
  private isSpaced = false;

  add(item: TextItem): void {
    const { str = "", transform, dir } = item;
    const last = this.items.at(-1);
    if (str.trim() === "" || !transform) {
      this.isSpaced ||= str !== "";
      return;
    }
    const placed = place(item, this.isSpaced);
    this.isSpaced = false;
    if (last && isRepeated(last, placed)) return;
    if (last && (dir === "ttb" || !isOnLine(last, placed))) this.end();
    this.items.push(placed);
  }

  end(): void {
    if (this.items.length > 0) this.lines.push(lineOf(this.items));
    this.items = [];
  }
}

function place({ str = "", width = 0, height = 0, transform = [] }: TextItem, isSpaced: boolean): PagePiece {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  const angle = Math.atan2(b, a);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const size = Math.max(Math.hypot(c, d), height, 0.1);
  return {
    text: withoutRadicals(str),
    along: x * cos + y * sin,
    up: y * cos - x * sin,
    width: Math.abs(width),
    size,
    angle,
    isSpaced,
  };
}

function isOnLine(last: PagePiece, next: PagePiece): boolean {
  const size = Math.max(last.size, next.size);
  return Math.abs(last.angle - next.angle) < SAME_ANGLE && Math.abs(last.up - next.up) < SAME_LINE * size;
}

/** Bold letters are sometimes printed twice. */
function isRepeated(last: PagePiece, next: PagePiece): boolean {
  const near = next.size * 0.1;
  return (
    last.text === next.text && Math.abs(last.along - next.along) < near && Math.abs(last.up - next.up) < near
  );
}

function lineOf(items: readonly PagePiece[]): Line {
  const text = items.map((item) => item.text).join("");
  const rightToLeft = isRightToLeft(text);
  const placed = rightToLeft
    ? [...items].sort((one, other) => one.along - other.along)
    : withGapsFilled(items);
  const cells = cellsOf(placed).map((cell) => joined(rightToLeft ? logicalOrder(cell) : cell));
  if (rightToLeft) cells.reverse();
  const biggest = items.reduce((one, other) => (other.size > one.size ? other : one));
  return {
    text: rightToLeft ? mendedArabic(cells.join(" | ")) : cells.join(" | "),
    from: Math.min(...items.map(({ along }) => along)),
    to: Math.max(...items.map(({ along, width }) => along + width)),
    up: biggest.up,
    size: biggest.size,
    isRightToLeft: rightToLeft,
    isBroken: false,
  };
}

/** Pieces with a wide gap between them stand in cells of their own. */
function cellsOf(items: readonly PagePiece[]): PagePiece[][] {
  const cells: PagePiece[][] = [];
  const least = cellGapOf(items);
  let last: PagePiece | undefined;
  for (const item of items) {
    const gap = last ? gapOf(last, item) : 0;
    if (!last || gap > least * item.size || gap < -CELL_GAP * item.size) cells.push([item]);
    else cells.at(-1)?.push(item);
    last = item;
  }
  return cells;
}

/** Words of a line that was spread to the edge have equal gaps, or a single one that is not very wide. */
function cellGapOf(items: readonly PagePiece[]): number {
  const gaps = items
    .slice(1)
    .map((item, at) => gapOf(items[at] ?? item, item) / item.size)
    .filter((gap) => gap > WORD_GAP);
  if (gaps.length === 1) return LONE_GAP;
  const isEven = Math.max(...gaps) < EVEN * Math.min(...gaps);
  const isProse = items.filter(({ text }) => /\p{L}/u.test(text)).length > PROSE * items.length;
  return isEven && isProse ? Number.POSITIVE_INFINITY : CELL_GAP;
}

function joined(items: readonly PagePiece[]): string {
  let text = "";
  let last: PagePiece | undefined;
  for (const item of items) {
    if (last && isApart(last, item)) text += " ";
    text += item.text;
    last = item;
  }
  return text.replace(/ {2,}/g, " ").trim();
}

const IDEOGRAPH = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]";
const ENDS_IDEOGRAPHIC = new RegExp(`${IDEOGRAPH}$`, "u");
const BEGINS_IDEOGRAPHIC = new RegExp(`^${IDEOGRAPH}`, "u");

/** Tells whether two pieces are two words. Their order does not matter. */
function isApart(last: PagePiece, next: PagePiece): boolean {
  if (last.text.endsWith(" ") || next.text.startsWith(" ")) return false;
  const isBefore = last.along <= next.along;
  const gap = isBefore ? gapOf(last, next) : gapOf(next, last);
  const isIdeographic = ENDS_IDEOGRAPHIC.test(last.text) && BEGINS_IDEOGRAPHIC.test(next.text);
  if (isIdeographic) return gap > 0.5 * next.size;
  return gap > WORD_GAP * Math.min(last.size, next.size) || (next.isSpaced && gap > 0.05 * next.size);
}

function gapOf(last: PagePiece, next: PagePiece): number {
  return next.along - (last.along + last.width);
}

/** The words of a line go on in the next one without a space between. */
export function isIdeographicBreak(text: string, next: string): boolean {
  return ENDS_IDEOGRAPHIC.test(text) && BEGINS_IDEOGRAPHIC.test(next);
}
