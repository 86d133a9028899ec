/** Markers `[n]` in a text, apart from its words. */

/** A number is a marker, a string is text. */
export type Piece = string | number;

/** Undefined: no marker of a known number stands in it. */
export function piecesOf(text: string, known: ReadonlyMap<number, string>): Piece[] | undefined {
  const pieces: Piece[] = [];
  let told = 0;
  for (const match of text.matchAll(/\[(\d{1,3})\]/g)) {
    const number = Number(match[1]);
    if (!known.has(number)) continue;
    if (match.index > told) pieces.push(text.slice(told, match.index));
    pieces.push(number);
    told = match.index + match[0].length;
  }
  if (pieces.length === 0) return undefined;
  return told < text.length ? [...pieces, text.slice(told)] : pieces;
}
