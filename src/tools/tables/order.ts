/** Order of the cells of a column. */
import { dateOf, type Notation, numberOf, plainWords } from "./cells.ts";

/** Numbers and dates by their value, words by their letters, empty cells last. */
export function compareCells(notation: Notation, descending: boolean): (a: string, b: string) => number {
  const sign = descending ? -1 : 1;
  return (a, b) => {
    if (a === "" || b === "") return Number(a === "") - Number(b === "");
    const [first, second] = [numberOf(a, notation), numberOf(b, notation)];
    if (first !== undefined && second !== undefined) return sign * (first - second);
    const [from, to] = [dateOf(a, notation) ?? plainWords(a), dateOf(b, notation) ?? plainWords(b)];
    return sign * (from < to ? -1 : Number(from > to));
  };
}
