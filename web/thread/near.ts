/**
 * Virtual scrolling: which exchanges of a conversation are drawn, namely those near the visible area, the newest, and
 * those that somebody has used. Gaps of the same height stand for all others, so that ten thousand messages cost no
 * more than thirty.
 */
import type { Exchange, Item } from "./exchanges.ts";
import { Stack } from "./stack.ts";

/** The visible area, in px from the beginning of the first exchange. */
interface Sight {
  top: number;
  height: number;
}

/** A gap for exchanges that are not drawn. */
interface Gap {
  key: string;
  gap: number;
}

export type Row = Exchange | Gap;

/**
 * In heights of the visible area: everything within `DRAWN_AHEAD` is drawn, and everything beyond `LET_GO_BEYOND` is
 * removed.
 */
const DRAWN_AHEAD = 1.5;
const LET_GO_BEYOND = 3;

const END: Sight = { top: Number.POSITIVE_INFINITY, height: 900 };

export class Near {
  private readonly stack = new Stack<Exchange>(guessed);
  private readonly drawn = new Set<string>();
  private readonly used = new Set<string>();
  private sight = END;
  private isAllWanted = false;

  /** The drawn rows and gaps, in order. */
  rows(exchanges: readonly Exchange[]): Row[] {
    this.stack.set(exchanges);
    const newest = exchanges.at(-1);
    if (newest) this.drawn.add(newest.key);
    const rows: Row[] = [];
    let end = 0;
    for (const at of this.drawnPlaces()) {
      const exchange = exchanges[at];
      if (!exchange) continue;
      const gap = this.stack.top(at) - this.stack.top(end);
      if (gap > 0) rows.push({ key: `before ${exchange.key}`, gap });
      rows.push(exchange);
      end = at + 1;
    }
    return rows;
  }

  look(sight: Sight): void {
    this.sight = sight;
  }

  measured(key: string, height: number): void {
    if (height > 0) this.stack.measured(key, height);
  }

  /** Keeps the exchange drawn: somebody has written or opened something in it. */
  use(key: string): void {
    this.used.add(key);
  }

  /** Draws everything, wherever one looks, until it is called with false. */
  wantAll(isWanted: boolean): void {
    this.isAllWanted = isWanted;
  }

  /** Draws one more of the near exchanges, the nearest first. False when all of them are drawn. */
  drawNext(): boolean {
    const next = this.nearest();
    if (next !== undefined) this.drawn.add(next.key);
    return next !== undefined;
  }

  drawAll(): void {
    for (const { key } of this.stack.items) this.drawn.add(key);
  }

  /** Draws the exchange with that message, and moves there. False when there is none. */
  goTo(message_id: string): boolean {
    const { items } = this.stack;
    const at = items.findIndex((exchange) => exchange.items.some((item) => isOf(item, message_id)));
    const exchange = items[at];
    if (!exchange) return false;
    this.drawn.add(exchange.key);
    this.sight = { top: this.stack.top(at), height: this.sight.height };
    return true;
  }

  /** Removes exchanges that are far away. Returns whether there were any. */
  letGo(stays: (key: string) => boolean): boolean {
    if (this.isAllWanted) return false;
    const { items } = this.stack;
    const far = this.sight.height * LET_GO_BEYOND;
    const gone = this.drawnPlaces().flatMap((at) => {
      const key = items[at]?.key ?? "";
      const isKept = at === items.length - 1 || this.used.has(key) || this.distanceOf(at) <= far;
      return isKept || stays(key) ? [] : [key];
    });
    for (const key of gone) this.drawn.delete(key);
    return gone.length > 0;
  }

  /** Whether it is above the visible area: then the reader comes to its end first. */
  isAbove({ key }: Exchange): boolean {
    const at = this.stack.indexOf(key);
    return at === undefined || this.stack.bottom(at) <= this.bottomOfSight();
  }

  /** The lowest wins among equally near ones: a conversation opens at its end. */
  private nearest(): Exchange | undefined {
    const { items } = this.stack;
    const reach = this.isAllWanted ? Number.POSITIVE_INFINITY : this.sight.height * DRAWN_AHEAD;
    const last = this.lastInSight();
    const [above, below] = [this.missingAbove(last, reach), this.missingBelow(last + 1, reach)];
    if (above === undefined || below === undefined) return items[above ?? below ?? -1];
    return items[this.distanceOf(above) < this.distanceOf(below) ? above : below];
  }

  private missingAbove(from: number, reach: number): number | undefined {
    for (let at = from; at >= 0 && this.distanceOf(at) <= reach; at--) if (!this.isDrawn(at)) return at;
    return undefined;
  }

  private missingBelow(from: number, reach: number): number | undefined {
    const { length } = this.stack.items;
    for (let at = from; at < length && this.distanceOf(at) <= reach; at++) if (!this.isDrawn(at)) return at;
    return undefined;
  }

  private isDrawn(at: number): boolean {
    return this.drawn.has(this.stack.items[at]?.key ?? "");
  }

  /** Indexes of the drawn exchanges, in order; one that has left the conversation has none. */
  private drawnPlaces(): number[] {
    const places = [...this.drawn].flatMap((key) => this.stack.indexOf(key) ?? []);
    return places.sort((a, b) => a - b);
  }

  /** The lowest visible exchange. */
  private lastInSight(): number {
    const bottom = this.bottomOfSight();
    const at = Math.min(this.stack.at(bottom), this.stack.items.length - 1);
    return at + 1 < this.stack.items.length && this.stack.top(at + 1) <= bottom ? at + 1 : at;
  }

  /** Its distance from the visible area. */
  private distanceOf(at: number): number {
    const bottom = this.bottomOfSight();
    const top = bottom - this.sight.height;
    return Math.max(0, top - this.stack.bottom(at), this.stack.top(at) - bottom);
  }

  private bottomOfSight(): number {
    const { top, height } = this.sight;
    return Math.min(top + height, Math.max(height, this.stack.height));
  }
}

export function isGap(row: Row): row is Gap {
  return "gap" in row;
}

function isOf(item: Item, message_id: string): boolean {
  return (item.kind === "person" || item.kind === "answer") && item.entry?.message.id === message_id;
}

const LINE = 27;
const LETTERS_OF_A_LINE = 75;
const AROUND_AN_ITEM = 40;

/** Height until it is measured. It never changes, so that no measurement moves other exchanges. */
function guessed({ items }: Exchange): number {
  return items.reduce((sum, item) => sum + AROUND_AN_ITEM + heightOfWords(item), 0);
}

function heightOfWords(item: Item): number {
  if (item.kind === "person") return linesOf(item.text) * LINE;
  if (item.kind !== "answer") return LINE;
  const texts = item.segments.map((segment) => (segment.kind === "text" ? linesOf(segment.text) : 1));
  return texts.reduce((sum, lines) => sum + lines, 0) * LINE;
}

function linesOf(text: string): number {
  return Math.ceil(text.length / LETTERS_OF_A_LINE);
}
