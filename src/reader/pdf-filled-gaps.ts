/**
 * Letters of another font in a line of a PDF. Programs print the letters that a font lacks behind the rest of the line,
 * into the gaps that they left for them; the library takes a gap within a piece for a space.
 */
import { SPACE, scaleOf, usualWidth } from "./pdf-letter-widths.ts";
import type { PagePiece } from "./pdf-pieces.ts";

/** Shares of the letters' size: how far pieces that are beside each other may overlap, and a space may lie from its gap. */
const TOUCHING = 0.15;
const FARTHEST = 1;
/** A gap within a piece is no wider than 0.6, so a wider letter leaves no room for a space beside it. */
const NARROW = 0.35;
/** Longer lines stay as they are printed. */
const MOST_PIECES = 500;

/** Pieces in the order in which they lie, each in its gap; as they were printed where some lie over others. */
export function withGapsFilled(pieces: readonly PagePiece[]): readonly PagePiece[] {
  if (pieces.length > MOST_PIECES || !pieces.some((piece, at) => isBehind(piece, pieces[at - 1])))
    return pieces;
  const line = new FilledLine(pieces);
  return pieces.every((piece) => line.put(piece)) ? line.placed : pieces;
}

function isBehind(piece: PagePiece, last: PagePiece | undefined): boolean {
  return last !== undefined && piece.along < endOf(last) - TOUCHING * piece.size;
}

class FilledLine {
  readonly placed: PagePiece[] = [];
  private readonly all: readonly PagePiece[];
  private readonly scale: number;

  constructor(all: readonly PagePiece[]) {
    this.all = all;
    this.scale = scaleOf(all);
  }

  /** False where there is no room for the piece. */
  put(piece: PagePiece): boolean {
    const at = this.placed.findIndex((each) => endOf(each) > piece.along + TOUCHING * piece.size);
    const next = this.placed[at];
    // A space before a piece that is printed later is the way back to its place.
    const inGap = { ...piece, isSpaced: false };
    if (next === undefined) this.placed.push(piece);
    else if (next.along >= endOf(piece) - TOUCHING * piece.size) this.placed.splice(at, 0, inGap);
    else {
      const filled = this.around(next, inGap);
      if (filled === undefined) return this.putAround(at, inGap);
      this.placed.splice(at, 1, ...filled);
    }
    return true;
  }

  /** Puts the piece with one of those that are there in a gap of its own. */
  private putAround(at: number, piece: PagePiece): boolean {
    const inner = this.placed[at];
    const parts = inner && this.around(piece, inner);
    const rest = parts?.at(-1);
    if (parts === undefined || rest === undefined || rest === inner) return this.putWords(piece);
    this.placed.splice(at, 1, ...parts.slice(0, -1));
    return this.put(rest);
  }

  /** Puts the first word and the rest, of which each has a gap of its own. */
  private putWords(piece: PagePiece): boolean {
    const gap = piece.text.indexOf(" ");
    if (gap <= 0) return false;
    const [first, rest] = [piece.text.slice(0, gap), piece.text.slice(gap + 1)];
    const widthOf = (text: string) => this.scale * piece.size * usualWidth(text);
    const along = endOf(piece) - widthOf(rest);
    return (
      this.put({ ...piece, text: first, width: widthOf(first) }) &&
      this.put({ ...piece, text: rest, along, width: widthOf(rest) })
    );
  }

  /** The host in two parts, with the piece in place of the space between them; undefined where there is none. */
  private around(host: PagePiece, piece: PagePiece): PagePiece[] | undefined {
    const isWithin = piece.along >= host.along && endOf(piece) <= endOf(host) + TOUCHING * host.size;
    const gap = isWithin ? gapAt(host, piece, this.scaleWithin(host)) : undefined;
    if (gap === undefined) return undefined;
    const [end, along] = [endOf(host), endOf(piece)];
    const before = this.fitted(
      { ...host, text: host.text.slice(0, gap), width: piece.along - host.along },
      piece,
    );
    const after = { ...host, text: host.text.slice(gap + 1), along, width: end - along, isSpaced: false };
    const { width } = this.fitted(after, piece);
    return [before, piece, { ...after, along: end - width, width }].filter(({ text }) => text !== "");
  }

  private scaleWithin(host: PagePiece): number {
    return (host.width - this.gapsIn(host)) / (host.size * usualWidth(host.text));
  }

  /** Room that the gaps of a host take beyond that of spaces. */
  private gapsIn({ along, width, size }: PagePiece): number {
    const within = this.all.filter(
      (each) => each.along >= along && endOf(each) <= along + width && each.width < width,
    );
    return within.reduce((sum, each) => sum + each.width - SPACE * size, 0);
  }

  /** The part of a host without the space that may stand between it and a narrow piece. */
  private fitted(part: PagePiece, { width: narrow }: PagePiece): PagePiece {
    const { text, width, size } = part;
    if (narrow > NARROW * size) return part;
    const left = width - this.scale * size * usualWidth(text) - this.gapsIn(part);
    return left > (SPACE / 2) * size ? { ...part, width: width - SPACE * size } : part;
  }
}

/** Index of the space that begins nearest to the piece; `scale`: ratio of the widths in the host to the usual ones. */
function gapAt({ text, along, size }: PagePiece, piece: PagePiece, scale: number): number | undefined {
  let best: { at: number; distance: number } | undefined;
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) {
    const distance = Math.abs(along + scale * size * usualWidth(text.slice(0, at)) - piece.along);
    if (distance < (best?.distance ?? FARTHEST * size)) best = { at, distance };
  }
  return best?.at;
}

function endOf({ along, width }: PagePiece): number {
  return along + width;
}
