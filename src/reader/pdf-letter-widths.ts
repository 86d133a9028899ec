/** Usual widths of letters, for pieces of a PDF of which only the whole width is known. */
import type { PagePiece } from "./pdf-pieces.ts";

/** Share of the letters' size. */
export const SPACE = 0.28;
/** Widths of the commonest sans-serif fonts; those of other fonts differ by about the same for all letters. */
const WIDTHS: readonly [letters: RegExp, width: number][] = [
  [/[ijl'|]/, 0.22],
  [/[ftI .,:;!/()[\]]/, SPACE],
  [/[r"-]/, 0.33],
  [/[cksvxyzJ]/, 0.5],
  [/[FLTZ]/, 0.6],
  [/[wABEKPSVXY]/, 0.69],
  [/[mMGOQCDHNRU]/, 0.76],
  [/W/, 0.94],
];
const OTHERS = 0.56;

/** Usual width of the text, in sizes of a letter. */
export function usualWidth(text: string): number {
  let width = 0;
  for (const letter of text.normalize("NFD").replace(/\p{M}/gu, ""))
    width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHERS;
  return width;
}

/** Ratio of the widths in these pieces to the usual ones, by those without a gap. */
export function scaleOf(pieces: readonly PagePiece[]): number {
  const solid = pieces.filter(({ text }) => !text.includes(" "));
  const usual = solid.reduce((sum, { text, size }) => sum + size * usualWidth(text), 0);
  return usual === 0 ? 1 : solid.reduce((sum, { width }) => sum + width, 0) / usual;
}
