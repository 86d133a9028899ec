/**
 * JSON as models write it: with raw control characters inside strings, single quotes, trailing commas, Python's
 * `True` and `None`, comments or keys without quotes. Nothing that was cut is completed.
 */
import { parseJson } from "./json.ts";

/** Deeper nesting is refused. */
const DEEPEST = 100;

/** The value that the whole text is; undefined when it is none. */
export function parseLenientJson(text: string): unknown {
  const strict = parseJson(text);
  if (strict !== undefined) return strict;
  const found = lenientJsonAt(text, 0);
  return found && text.slice(found.end).trim() === "" ? found.value : undefined;
}

/** The value that begins at `start`, and the index after it; undefined when there is none. */
export function lenientJsonAt(text: string, start: number): { value: unknown; end: number } | undefined {
  const reader = new Reader(text, start);
  try {
    return { value: reader.value(0), end: reader.at };
  } catch (problem) {
    if (problem instanceof NotJson) return undefined;
    throw problem;
  }
}

class NotJson extends Error {}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);
const ESCAPES: { readonly [letter: string]: string } = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };
const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /[A-Za-z_$][\w$-]*/y;
const CODE_UNIT = /[\dA-Fa-f]{4}/y;

class Reader {
  at: number;
  private readonly text: string;

  constructor(text: string, start: number) {
    this.text = text;
    this.at = start;
  }

  /** Throws `NotJson`. */
  value(depth: number): unknown {
    if (depth > DEEPEST) throw new NotJson();
    this.skip(BLANK);
    const first = this.text[this.at];
    if (first === "{") return this.object(depth);
    if (first === "[") return this.list(depth);
    if (first === '"' || first === "'") return this.quoted(first);
    const number = this.skip(NUMBER);
    if (number !== "") return Number(number);
    const word = this.skip(WORD);
    if (!WORDS.has(word)) throw new NotJson();
    return WORDS.get(word);
  }

  private object(depth: number): object {
    const entries: [string, unknown][] = [];
    this.items("}", () => {
      const key = this.key();
      this.skip(BLANK);
      this.take(":");
      entries.push([key, this.value(depth + 1)]);
    });
    return Object.fromEntries(entries);
  }

  private list(depth: number): unknown[] {
    const values: unknown[] = [];
    this.items("]", () => values.push(this.value(depth + 1)));
    return values;
  }

  /** A trailing comma is passed over. */
  private items(close: string, read: () => void): void {
    this.at += 1;
    for (;;) {
      this.skip(BLANK);
      if (this.text[this.at] === close) break;
      read();
      this.skip(BLANK);
      if (this.text[this.at] !== close) this.take(",");
    }
    this.at += 1;
  }

  private key(): string {
    const quote = this.text[this.at];
    if (quote === '"' || quote === "'") return this.quoted(quote);
    const word = this.skip(WORD);
    if (word === "") throw new NotJson();
    return word;
  }

  private quoted(quote: string): string {
    let value = "";
    for (this.at += 1; this.text[this.at] !== quote; this.at += 1) {
      const character = this.text[this.at];
      if (character === undefined) throw new NotJson();
      value += character === "\\" ? this.escaped() : character;
    }
    this.at += 1;
    return value;
  }

  /** Leaves `at` on the last character of the escape. A backslash before anything else stays as it is. */
  private escaped(): string {
    this.at += 1;
    const letter = this.text[this.at];
    if (letter === undefined) throw new NotJson();
    if (letter !== "u") return ESCAPES[letter] ?? (/["'\\/\n]/.test(letter) ? letter : `\\${letter}`);
    this.at += 1;
    const unit = this.skip(CODE_UNIT);
    if (unit === "") throw new NotJson();
    this.at -= 1;
    return String.fromCharCode(Number.parseInt(unit, 16));
  }

  private take(character: string): void {
    if (this.text[this.at] !== character) throw new NotJson();
    this.at += 1;
  }

  private skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }
}
