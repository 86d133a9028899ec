/** Lists of references in a PDF: a page's content may be a list of streams that names one as often as it likes. */

/** With nothing in it but numbers, references and remarks. */
const LIST = /\[((?:%[^\r\n]*[\r\n]|[^[\]()<>/%])*)\]/g;
const REMARK = /%[^\r\n]*/g;
const TOKEN = /[\d.+-]+|R/g;
/** The numbers in front of an object; a run of digits or blanks belongs to one alone. */
const HEADER = /(?<![\d.])([\d.]+)[\s\0]+[+-]?[\d.]+[\s\0]*obj/g;
/** Of a list that goes on in the next piece. */
const MOST_OPEN = 1_000_000;

/** Each byte a character. */
const LATIN = new TextDecoder("latin1");

/** Takes what is to be read piece by piece, and keeps what its lists name: the numbers of objects. */
export class ListReader {
  readonly lists: number[][] = [];
  #open = "";
  readonly #heard: (text: string) => void;

  /** `heard` is given what is read, as text. */
  constructor(heard: (text: string) => void = () => undefined) {
    this.#heard = heard;
  }

  read(piece: Uint8Array): void {
    const words = LATIN.decode(piece);
    this.#heard(words);
    const text = this.#open + words;
    for (const [, inside = ""] of text.matchAll(LIST)) this.#keep(inside);
    const last = text.lastIndexOf("[");
    const isOpen = last > text.lastIndexOf("]") && text.length - last < MOST_OPEN;
    this.#open = isOpen ? text.slice(last) : "";
  }

  /** What comes next has nothing to do with what came. */
  end(): void {
    this.#open = "";
  }

  #keep(inside: string): void {
    if (!inside.includes("R")) return;
    const tokens = inside.replace(REMARK, "").match(TOKEN) ?? [];
    const named = tokens.flatMap((token, at) => (token === "R" ? [Number(tokens[at - 2])] : []));
    if (named.length > 1) this.lists.push(named);
  }
}

/**
 * Of each place in the file, in ascending order, the number of the object that it is in; 0: in none. Two of them where it
 * depends on what is a remark.
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
