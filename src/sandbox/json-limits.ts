/**
 * Limits the JSON of a program that the host parses: parsing blocks everybody, and a short text may take a
 * lot of memory.
 */

/**
 * Characters, or bytes as a program's memory holds them: enough for a file of the largest size, written as
 * JSON.
 */
export const MOST_CHARS = 24_000_000;
/** Each value costs a few characters of text, but a hundred bytes of memory. */
const MOST_VALUES = 200_000;

export const UNREADABLE = "The program passed more at once than the host accepts: 24 MB, or 200,000 values.";

export function isReadable(json: string): boolean {
  // Each value takes at least one character.
  if (json.length <= MOST_VALUES) return true;
  return json.length <= MOST_CHARS && valuesIn(json) <= MOST_VALUES;
}

/** Counts values by the commas and brackets outside strings; stops at one too many. */
function valuesIn(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length && count <= MOST_VALUES; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COMMA || code === BRACKET || code === BRACE) count++;
  }
  return count;
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x7b, 0x5c];
