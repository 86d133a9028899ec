/** Settings of a sheet that stand behind its cells: merged ranges, links, and the texts of printed pages. */
import type { Package } from "../package.ts";
import { isPageNumber } from "../writer.ts";
import { attribute, readXml } from "../xml.ts";
import { Merges } from "./merges.ts";

/** Limit in bytes of a sheet that is looked through before its cells are read. */
const MOST_BYTES = 60_000_000;
const MOST_OF_TAIL = 5_000_000;
const MOST_LINKS = 20_000;
const CELLS_END = /<\/(?:\w+:)?sheetData>|<(?:\w+:)?sheetData\s*\/>/;
/** Longest form of the mark above. */
const MARK_CHARS = 40;

export interface SheetTail {
  merges: Merges;
  /** Relation by cell. */
  links: Map<string, string>;
  /** Relation of its drawing. */
  drawing: string | undefined;
  header: string;
  footer: string;
}

export async function tailOf(file: Package, path: string): Promise<SheetTail> {
  const tail: SheetTail = {
    merges: new Merges(),
    links: new Map(),
    drawing: undefined,
    header: "",
    footer: "",
  };
  let element = "";
  await readXml([`<tail>${await textBehindCells(file, path)}`], {
    open(name, attributes) {
      element = name;
      const id = attribute(attributes, "id");
      if (name === "mergeCell") tail.merges.add(attributes["ref"] ?? "");
      if (name === "drawing") tail.drawing = id;
      if (name === "hyperlink" && id !== undefined && tail.links.size < MOST_LINKS)
        tail.links.set((attributes["ref"] ?? "").split(":", 1)[0] ?? "", id);
    },
    text(text) {
      if (element === "oddHeader") tail.header += text;
      if (element === "oddFooter") tail.footer += text;
    },
    close() {
      element = "";
    },
  });
  return { ...tail, header: plainEdge(tail.header), footer: plainEdge(tail.footer) };
}

async function textBehindCells(file: Package, path: string): Promise<string> {
  let [carried, tail, isBehind] = ["", "", false];
  for await (const piece of file.pieces(path, MOST_BYTES)) {
    if (isBehind) tail += piece;
    else {
      const text = carried + piece;
      const end = CELLS_END.exec(text);
      isBehind = end !== null;
      if (end) tail = text.slice(end.index + end[0].length);
      carried = text.slice(-MARK_CHARS);
    }
    if (tail.length > MOST_OF_TAIL) break;
  }
  return tail;
}

/** Text of a header without its codes, as `&L`, `&P` and `&"Arial,Bold"`. */
function plainEdge(text: string): string {
  const words = text
    .replace(/&"[^"]*"|&K[\dA-F]{6}|&\d+|&&|&[A-Z]/gi, (code) => (code === "&&" ? "&" : " "))
    .replace(/\s+/g, " ")
    .trim();
  return isPageNumber(words) ? "" : words;
}
