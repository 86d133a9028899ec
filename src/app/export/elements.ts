/**
 * Locates the values of a JSON list without parsing them: each is parsed by itself, so that only one is in
 * memory.
 */
import { pause } from "../../platform/pause.ts";

export interface Place {
  from: number;
  to: number;
}

/** Bytes to scan before yielding to other work. */
const AT_A_STRETCH = 4_000_000;
const [QUOTE, ESCAPE, COMMA] = [0x22, 0x5c, 0x2c];
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const LIST = 0x5b;
/** The UTF-8 byte order mark, which begins some files. */
const MARK = new Set([0xef, 0xbb, 0xbf]);
const DEEPEST = 500;

/**
 * The places of a list's values; for anything else the place of the whole. Undefined if the text breaks off
 * or is nested too deeply. Values are not checked for being JSON; those beyond `most` are left out.
 */
export async function placesOf(json: Uint8Array, most: number): Promise<Place[] | undefined> {
  const start = json.findIndex((byte) => byte > 0x20 && !MARK.has(byte));
  if (json[start] !== LIST) return [{ from: 0, to: json.length }];
  const places: Place[] = [];
  const walk = new Walk(json, start + 1);
  for (let from = walk.at; places.length < most; ) {
    const stop = walk.next();
    if (stop === "broken") return undefined;
    if (stop === "turn") {
      await pause(0);
      continue;
    }
    if (!isBlank(json.subarray(from, walk.at - 1))) places.push({ from, to: walk.at - 1 });
    if (stop === "close") break;
    from = walk.at;
  }
  return places;
}

class Walk {
  at: number;
  private readonly json: Uint8Array;
  private depth = 0;
  private isQuoted = false;
  private turn: number;

  constructor(json: Uint8Array, at: number) {
    this.json = json;
    this.at = at;
    this.turn = at + AT_A_STRETCH;
  }

  /** Advances past the next comma or closing bracket at the top level, or until it is time to yield. */
  next(): "comma" | "close" | "turn" | "broken" {
    while (this.at < this.json.length) {
      if (this.at >= this.turn) {
        this.turn = this.at + AT_A_STRETCH;
        return "turn";
      }
      const byte = this.json[this.at++] ?? 0;
      if (this.isQuoted) {
        if (byte === ESCAPE) this.at++;
        else if (byte === QUOTE) this.isQuoted = false;
      } else if (byte === QUOTE) this.isQuoted = true;
      else if (byte === COMMA && this.depth === 0) return "comma";
      else if (OPEN.has(byte) && ++this.depth > DEEPEST) return "broken";
      else if (CLOSE.has(byte) && this.depth-- === 0) return "close";
    }
    return "broken";
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte <= 0x20);
}
