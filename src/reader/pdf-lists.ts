/**
 * Reads the lists of references in a PDF: a page's content may be a list of streams that names one of them any number
 * of times.
 */

/** Matches a list that holds only numbers, references and comments. */
const LIST = /\[((?:%[^\r\n]*[\r\n]|[^[\]()<>/%])*)\]/g;
const REMARK = /%[^\r\n]*/g;
const TOKEN = /[\d.+-]+|R/g;
/** Matches an object's header. A run of digits or blanks can belong to only one match, which keeps this linear. */
const HEADER = /(?<![\d.])([\d.]+)[\s\0]+[+-]?[\d.]+[\s\0]*obj/g;
/** Characters of an unfinished list that are carried over to the next piece. */
const MOST_OPEN = 1_000_000;

/** Decodes each byte to one character. */
const LATIN = new TextDecoder("latin1");

/** Collects, from text that comes in pieces, the object numbers that each list names. */
export class ListReader {
  readonly lists: number[][] = [];
  private open = "";
  private readonly onText: (text: string) => void;

  /** `onText` receives each piece as text. */
  constructor(onText: (text: string) => void = () => undefined) {
    this.onText = onText;
  }

  read(piece: Uint8Array): void {
    const words = LATIN.decode(piece);
    this.onText(words);
    const text = this.open + words;
    for (const [, inside = ""] of text.matchAll(LIST)) this.keep(inside);
    const last = text.lastIndexOf("[");
    const isOpen = last > text.lastIndexOf("]") && text.length - last < MOST_OPEN;
    this.open = isOpen ? text.slice(last) : "";
  }

  /** Ends the current stream: an unfinished list does not continue in the next piece. */
  end(): void {
    this.open = "";
  }

  private keep(inside: string): void {
    if (!inside.includes("R")) return;
    const tokens = inside.replace(REMARK, "").match(TOKEN) ?? [];
    const numbers = tokens.flatMap((token, at) => (token === "R" ? [Number(tokens[at - 2])] : []));
    if (numbers.length > 1) this.lists.push(numbers);
  }
}

/**
 * For each place in the file (ascending), the number of the object that contains it, or 0. Two numbers where the answer
 * depends on what counts as a comment.
 */
export function objectsAt(file: Uint8Array, places: readonly number[]): number[][] {
  const text = LATIN.decode(file);
  const plain = headersAt(text, places);
  const withoutRemarks = headersAt(
    text.replace(REMARK, (remark) => " ".repeat(remark.length)),
    places,
  );
  return places.map((_, index) => [...new Set([plain[index] ?? 0, withoutRemarks[index] ?? 0])]);
}

function headersAt(text: string, places: readonly number[]): number[] {
  const headers = text.matchAll(HEADER);
  let next = headers.next();
  let object = 0;
  return places.map((place) => {
    for (; !next.done && next.value.index < place; next = headers.next()) object = Number(next.value[1]);
    return object;
  });
}
