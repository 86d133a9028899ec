/**
 * Patterns for the forms in which a host may echo a secret: plain, escaped, reversed, hex, decimal, base64.
 * All repetitions are bounded, because the text they are matched against may be written to slow them down.
 */

/**
 * Characters of a long secret that are matched; as many of the following ones as the secret has are masked
 * with them.
 */
const HEAD = 48;
/** Shorter secrets occur in too many texts by chance to be matched in encoded forms. */
const SHORTEST_CODED = 4;

const WRAP = String.raw`(?:\s|\\{1,4}[rn]){0,4}`;
const BETWEEN_HEX = String.raw`[^0-9a-z]{0,3}(?:0x|\\{0,4}x)?`;
const BETWEEN_NUMBERS = String.raw`\D{1,12}`;
const ANY = String.raw`(?:%(?:25){0,2}[\da-f]{2}|\\{1,4}(?:u[\da-f]{4}|x[\da-f]{2}|[^])|&#?\w{1,8};?|[^])`;

/** Patterns for `replace`, each global. */
export function formsOf(secret: string): RegExp[] {
  if (secret.length < SHORTEST_CODED) return [new RegExp(literal(secret), "g")];
  const bytes = [...new TextEncoder().encode(secret)];
  const coded = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
  return [
    escapedForm([...secret]),
    escapedForm([...secret].reverse()),
    new RegExp(row(bytes.map(hex), { between: BETWEEN_HEX, unit: "[0-9a-f]{2}" }), "gi"),
    new RegExp(row(bytes.map(String), { between: BETWEEN_NUMBERS, unit: String.raw`\d{1,3}` }), "g"),
    ...[...new Set(coded)].flatMap((text) => [0, 1, 2].map((offset) => base64Form(text, offset))),
  ];
}

/** Ignores case: a host that changes the case of headers changes the secret in them too. */
function escapedForm(characters: readonly string[]): RegExp {
  return new RegExp(row(characters.map(escaped), { between: String.raw`\0?`, unit: ANY }), "gi");
}

interface Row {
  between: string;
  /** Pattern of one more unit after the head. */
  unit: string;
}

function row(units: readonly string[], { between, unit }: Row): string {
  const rest = units.length - HEAD;
  const tail = rest > 0 ? `(?:${between}${unit}){0,${rest}}` : "";
  return `${units.slice(0, HEAD).join(between)}${tail}`;
}

/** Matches a character plain, or escaped as in URLs, JSON and HTML. */
function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const bytes = [...new TextEncoder().encode(character)];
  const percent = bytes.map((byte) => `%(?:25){0,2}${hex(byte)}`).join("");
  const units = [...character.split("")].map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const written = units.map((unit) => String.raw`\\{1,4}u${unit}`).join("");
  const others = [
    String.raw`\\{1,4}(?:x${hex(code)}|${literal(character)})`,
    `&#0{0,6}${code};?`,
    `&#x0{0,6}${code.toString(16)};?`,
    ...(NAMED[character] === undefined ? [] : [`&${NAMED[character]};`]),
  ];
  return `(?:${[literal(character), percent, written, ...others].join("|")})`;
}

const NAMED: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"];

/**
 * Matches base64 with `offset` bytes of other data in front: digits shared with neighbouring bytes may have
 * several values.
 */
function base64Form(text: string, offset: number): RegExp {
  const bits = [...new TextEncoder().encode(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const known = "?".repeat(offset * 8) + bits;
  const digits = known.padEnd(Math.ceil(known.length / 6) * 6, "?").match(/.{6}/g) ?? [];
  const own = digits.filter((digit) => digit !== "??????").map(oneOf);
  return new RegExp(row(own, { between: WRAP, unit: String.raw`[\w+/=\-]` }), "g");
}

function oneOf(digit: string): string {
  const fitting = ALPHABET.filter((_, value) => fits(digit, value.toString(2).padStart(6, "0")));
  const also = fitting.map((character) => SAFE[character] ?? literal(character));
  return also.length === 1 ? (also[0] ?? "") : `(?:${also.join("|")})`;
}

/** A character plain, or escaped as in URLs and JSON. */
const SAFE: Readonly<Record<string, string>> = {
  "+": String.raw`(?:[+\-]|%2[bB]|\\{1,4}u002[bB])`,
  "/": String.raw`(?:\\{0,4}\/|_|%2[fF]|\\{1,4}u002[fF])`,
};

function fits(digit: string, bits: string): boolean {
  return [...digit].every((bit, at) => bit === "?" || bit === bits[at]);
}

function hex(value: number): string {
  return value.toString(16).padStart(2, "0");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
