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
  return last !== undefined && piece.along < last.along;
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
    if (parts === undefined || rest === undefined || rest === inner) return false;
    this.placed.splice(at, 1, ...parts.slice(0, -1));
    return this.put(rest);
  }

  /** The host in two parts, with the piece in place of the space between them; undefined where there is none. */
  private around(host: PagePiece, piece: PagePiece): PagePiece[] | undefined {
    const isWithin = piece.along >= host.along && endOf(piece) <= endOf(host) + TOUCHING * host.size;
    const gap = isWithin ? gapAt(host, piece.along + piece.width / 2) : undefined;
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

  /** The part of a host without the space that may stand between it and a narrow piece. */
  private fitted(part: PagePiece, { width: narrow }: PagePiece): PagePiece {
    const { text, width, size, along } = part;
    if (narrow > NARROW * size) return part;
    const within = this.all.filter(
      (each) => each.along >= along && endOf(each) <= along + width && each.width < width,
    );
    const inGaps = within.reduce((sum, each) => sum + each.width - SPACE * size, 0);
    const left = width - this.scale * size * usualWidth(text) - inGaps;
    return left > (SPACE / 2) * size ? { ...part, width: width - SPACE * size } : part;
  }
}

/** Index of the space that lies nearest to the place. */
function gapAt({ text, along, width, size }: PagePiece, place: number): number | undefined {
  const all = usualWidth(text) || 1;
  let best: { at: number; distance: number } | undefined;
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) {
    const middle = along + (width * (usualWidth(text.slice(0, at)) + SPACE / 2)) / all;
    const distance = Math.abs(middle - place);
    if (distance < (best?.distance ?? FARTHEST * size)) best = { at, distance };
  }
  return best?.at;
}

function endOf({ along, width }: PagePiece): number {
  return along + width;
}
