/** Pieces of text on a page of a PDF. */

/** A piece as the library gives it. Marks without words have no `str`. */
export interface TextItem {
  str?: string;
  /** `ttb` for vertical text. */
  dir?: string;
  width?: number;
  height?: number;
  transform?: readonly number[];
  hasEOL?: boolean;
}

/** A piece on its baseline: `along` grows in the direction of reading Latin text, `up` away from the baseline. */
export interface PagePiece {
  text: string;
  along: number;
  up: number;
  width: number;
  size: number;
  angle: number;
  /** A space stands before it. */
  isSpaced: boolean;
}
