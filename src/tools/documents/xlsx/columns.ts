/** Columns of a sheet by their letters. */

/** Column of a cell reference: `BC12` is the 55th, so 54 counted from 0. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return Math.max(0, column - 1);
}
