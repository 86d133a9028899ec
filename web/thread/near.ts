/**
 * Which exchanges of a conversation stand on the page: those near what is looked at, the newest, and what somebody has used.
 * Room of their height stands for all the others, so that ten thousand messages are no more work than thirty.
 */
import type { Exchange, Item } from "./exchanges.ts";

/** What is looked at, in px from the beginning of the first exchange. */
export interface Sight {
  top: number;
  height: number;
}

/** Room for exchanges that are not on the page. */
export interface Gap {
  key: string;
  gap: number;
}

export type Row = Exchange | Gap;

/** In heights of what is looked at: so far around it all is drawn, and farther away than that it is let go. */
const DRAWN_AHEAD = 1.5;
const LET_GO_BEYOND = 3;

const END: Sight = { top: Number.POSITIVE_INFINITY, height: 900 };

export class Near {
  private exchanges: readonly Exchange[] = [];
  /** As they were measured last, by key. */
  private readonly heights = new Map<string, number>();
  private readonly drawn = new Set<string>();
  private readonly used = new Set<string>();
  private sight = END;
  private isAllWanted = false;

  /** What is on the page, in order. */
  rows(exchanges: readonly Exchange[]): Row[] {
    this.exchanges = exchanges;
    const newest = exchanges.at(-1);
    if (newest) this.drawn.add(newest.key);
    const rows: Row[] = [];
    let gap = 0;
    for (const exchange of exchanges) {
      if (!this.drawn.has(exchange.key)) {
        gap += this.heightOf(exchange);
        continue;
      }
      if (gap > 0) rows.push({ key: `before ${exchange.key}`, gap });
      gap = 0;
      rows.push(exchange);
    }
    return rows;
  }

  look(sight: Sight): void {
    this.sight = sight;
  }

  measured(key: string, height: number): void {
    if (height > 0) this.heights.set(key, height);
  }

  /** Somebody has written or opened something in it: it stays as it is. */
  use(key: string): void {
    this.used.add(key);
  }

  /** All of it, wherever one looks, until it is taken back. */
  wantAll(isWanted: boolean): void {
    this.isAllWanted = isWanted;
  }

  /** Draws one more of what is near, the nearest first. False when all of that is there. */
  drawNext(): boolean {
    const next = this.nearest();
    if (next !== null) this.drawn.add(next);
    return next !== null;
  }

  drawAll(): void {
    for (const { key } of this.exchanges) this.drawn.add(key);
  }

  /** Draws the exchange with that message, and looks there. False when there is none. */
  goTo(message_id: string): boolean {
    const at = this.exchanges.findIndex(({ items }) => items.some((item) => isOf(item, message_id)));
    const exchange = this.exchanges[at];
    if (!exchange) return false;
    this.drawn.add(exchange.key);
    this.sight = { top: this.heightOfAll(this.exchanges.slice(0, at)), height: this.sight.height };
    return true;
  }

  /** Lets go of what is far away. Whether there was any. */
  letGo(stays: (key: string) => boolean): boolean {
    if (this.isAllWanted) return false;
    const far: string[] = [];
    this.eachWithDistance((exchange, distance) => {
      const isFar = distance > this.sight.height * LET_GO_BEYOND && exchange !== this.exchanges.at(-1);
      if (isFar && this.drawn.has(exchange.key)) far.push(exchange.key);
    });
    const gone = far.filter((key) => !this.used.has(key) && !stays(key));
    for (const key of gone) this.drawn.delete(key);
    return gone.length > 0;
  }

  /** Whether it stands above what is looked at: then its end comes into sight first. */
  isAbove(exchange: Exchange): boolean {
    let isAbove = true;
    this.eachWithDistance((other, _distance, bottom) => {
      if (other.key === exchange.key) isAbove = bottom <= this.bottomOfSight();
    });
    return isAbove;
  }

  private nearest(): string | null {
    const reach = this.isAllWanted ? Number.POSITIVE_INFINITY : this.sight.height * DRAWN_AHEAD;
    let nearest: string | null = null;
    let least = reach;
    // Of several that are equally near the lowest: a conversation is opened at its end.
    this.eachWithDistance((exchange, distance) => {
      if (distance > least || this.drawn.has(exchange.key)) return;
      nearest = exchange.key;
      least = distance;
    });
    return nearest;
  }

  /** How far each is from what is looked at, and where it ends. */
  private eachWithDistance(visit: (exchange: Exchange, distance: number, bottom: number) => void): void {
    const sightBottom = this.bottomOfSight();
    const sightTop = sightBottom - this.sight.height;
    let top = 0;
    for (const exchange of this.exchanges) {
      const bottom = top + this.heightOf(exchange);
      visit(exchange, Math.max(0, sightTop - bottom, top - sightBottom), bottom);
      top = bottom;
    }
  }

  private bottomOfSight(): number {
    const { top, height } = this.sight;
    return Math.min(top + height, Math.max(height, this.heightOfAll(this.exchanges)));
  }

  private heightOfAll(exchanges: readonly Exchange[]): number {
    return exchanges.reduce((sum, exchange) => sum + this.heightOf(exchange), 0);
  }

  private heightOf(exchange: Exchange): number {
    return this.heights.get(exchange.key) ?? guessed(exchange);
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
const guesses = new WeakMap<Exchange, number>();

/** Until it is measured. It stays the same, so that nothing moves because something else was measured. */
function guessed(exchange: Exchange): number {
  const known = guesses.get(exchange);
  if (known !== undefined) return known;
  const guess = exchange.items.reduce((sum, item) => sum + AROUND_AN_ITEM + heightOfWords(item), 0);
  guesses.set(exchange, guess);
  return guess;
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
