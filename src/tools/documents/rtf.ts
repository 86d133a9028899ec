/** Converts rich text (RTF) to plain text with paragraphs. */
import { Writer } from "./writer.ts";

/** Groups whose text does not belong to the document. */
const UNSEEN = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "pict",
  "object",
  "themedata",
  "datastore",
  "listtable",
  "listoverridetable",
  "rsidtbl",
  "generator",
  "fldinst",
  "deleted",
  "v",
]);
const BREAKS: Readonly<Record<string, string>> = {
  par: "\n\n",
  sect: "\n\n",
  page: "\n\n",
  line: "\n",
  row: "\n",
  tab: "\t",
  cell: " | ",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
};
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\(\*|[^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi;
const MOST_DEPTH = 1_000;

export function isRtf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === "{\\rtf";
}

interface Group {
  isSeen: boolean;
  /** Number of fallback characters after a `\\u`, for readers without Unicode. */
  skip: number;
}

export function readRtf(bytes: Uint8Array): string {
  const reader = new RtfReader(decoderOf(bytes));
  for (const token of latin(bytes).matchAll(TOKEN)) {
    reader.take(token);
    if (reader.isDone) break;
  }
  return reader.end();
}

type Decoder = Pick<InstanceType<typeof TextDecoder>, "decode">;

class RtfReader {
  private readonly decoder: Decoder;
  private readonly writer = new Writer();
  private readonly outer: Group[] = [];
  private group: Group = { isSeen: true, skip: 1 };
  private toSkip = 0;
  private text = "";

  constructor(decoder: Decoder) {
    this.decoder = decoder;
  }

  get isDone(): boolean {
    return this.writer.isFull || this.outer.length > MOST_DEPTH;
  }

  take([, word, number, hex, symbol, brace, text]: RegExpMatchArray): void {
    if (brace === "{") this.outer.push({ ...this.group });
    else if (brace === "}") this.group = this.outer.pop() ?? this.group;
    else if (word !== undefined) this.word(word.toLowerCase(), number);
    else if (hex !== undefined) this.sayBytes(Uint8Array.of(Number.parseInt(hex, 16)));
    else if (symbol !== undefined) this.symbol(symbol);
    else if (text !== undefined) this.sayBytes(Uint8Array.from(text, (each) => each.charCodeAt(0)));
  }

  /** Text in the code page: the second byte of a letter may stand as it is. */
  private sayBytes(bytes: Uint8Array): void {
    const said = bytes.subarray(this.toSkip);
    this.toSkip = Math.max(0, this.toSkip - bytes.length);
    this.add(this.decoder.decode(said, { stream: true }));
  }

  private word(word: string, number: string | undefined): void {
    const value = Number(number ?? 0);
    if (UNSEEN.has(word) && number !== "0") this.group.isSeen = false;
    else if (word === "uc") this.group.skip = value;
    else if (word === "u") this.unicode(value);
    else this.say(BREAKS[word] ?? "");
  }

  private unicode(value: number): void {
    this.toSkip = 0;
    this.say(String.fromCharCode(value < 0 ? value + 65_536 : value));
    this.toSkip = this.group.skip;
  }

  /** Handles a control symbol. `\\*` begins a group that readers skip when they do not know it. */
  private symbol(symbol: string): void {
    if (symbol === "*") this.group.isSeen = false;
    else if (symbol === "~") this.say(" ");
    else if ("\\{}".includes(symbol)) this.say(symbol);
  }

  private say(text: string): void {
    const said = text.slice(this.toSkip);
    this.toSkip = Math.max(0, this.toSkip - text.length);
    this.add(said);
  }

  private add(text: string): void {
    if (!this.group.isSeen || text === "") return;
    this.text += text;
    if (this.text.length < 10_000) return;
    this.writer.piece(this.text);
    this.text = "";
  }

  end(): string {
    this.writer.piece(this.text);
    // A cell ends with its paragraph.
    return this.writer.end().replace(/\s*\n \| /g, " | ");
  }
}

/** Decodes each byte to one character, as RTF is defined. */
function latin(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

const PAGES: Readonly<Record<string, string>> = {
  "10000": "macintosh",
  "874": "windows-874",
  "932": "shift_jis",
  "936": "gb18030",
  "949": "euc-kr",
  "950": "big5",
};

/** Decoder of the file's code page. */
function decoderOf(bytes: Uint8Array): Decoder {
  const page = /\\ansicpg(\d+)/.exec(latin(bytes.subarray(0, 2_000)))?.[1] ?? "1252";
  return new TextDecoder(/^125\d$/.test(page) ? `windows-${page}` : (PAGES[page] ?? "windows-1252"));
}
