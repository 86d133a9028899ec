/**
 * Marks that tell a model where somebody else's words begin and end.
 * A mark's suffix derives from an id made after the words, so the words cannot contain it; anything in them
 * that resembles a mark is defused.
 */
import { oneLine, shownWithNote } from "./hidden-text.ts";

/** The mark's suffix for this id: deterministic, so that a prompt keeps its bytes. */
export function markOf(id: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, "0");
}

/** The text between marks, on lines of its own. `source` names the author. */
export function markUntrusted(text: string, { mark, source }: { mark: string; source: string }): string {
  return `${opening(mark, source)}\n${harmless(shownWithNote(text))}\n</untrusted-${mark}>`;
}

/** The text between marks, within one line. */
export function markedLine(text: string, { mark, source }: { mark: string; source: string }): string {
  return `${opening(mark, source)}${harmlessLine(text)}</untrusted-${mark}>`;
}

function opening(mark: string, source: string): string {
  return `<untrusted-${mark} source="${oneLine(source, 100).replaceAll(/["<>]/g, "")}">`;
}

/** The text on one line, unable to end a block and speak as somebody else. */
export function harmlessLine(text: string): string {
  return harmless(oneLine(text, MOST_OF_LINE), OURS);
}

const MOST_OF_LINE = 20_000;

/** Tags that the platform writes around others' words and its own. */
export const OURS: readonly string[] = ["untrusted", "context", "notice"];

/** Ways to write `<`; the last ones become one when decoded. */
const OPENS =
  /[<\uff1c\ufe64\u2039\u27e8\u3008\u276e\u2770\u02c2\u1438\u227a\u00ab\u300a\u276c]|&(?:lt|LT|#0{0,9}60|#[xX]0{0,9}3[cC]);?|\\u003[cC]|\\x3[cC]|%3[cC]/g;
/** Characters after the `<` within which a mark's name must begin. */
const NEAR = 96;

/** Defuses every opening or closing of such a mark, in any spelling. */
export function harmless(text: string, names: readonly string[] = ["untrusted"]): string {
  return text.replace(OPENS, (opens: string, at: number) => {
    const near = text.slice(at + opens.length, at + opens.length + NEAR);
    return isMark(near, names) ? "(" : opens;
  });
}

const FIRST_LETTER = /^[^a-z&%\\\u0080-\uffff]*([a-z])/i;

function isMark(near: string, names: readonly string[]): boolean {
  // The first letter rules out nearly everything, unless something before it has to be decoded.
  const first = FIRST_LETTER.exec(near)?.[1]?.toLowerCase();
  if (first !== undefined && !names.some((name) => name.startsWith(first))) return false;
  const letters = skeleton(near);
  return names.some((name) => letters.startsWith(name));
}

/** The Latin letters that the text looks like, without anything between them. */
function skeleton(text: string): string {
  return decoded(text)
    .normalize("NFKD")
    .replace(/\P{ASCII}/gu, (letter) => LOOKS_LIKE.get(letter) ?? "")
    .toLowerCase()
    .replace(/[^a-z]+/g, "");
}

/** `&#117;`, `&#x75;` and `%75` are letters once decoded. */
function decoded(text: string): string {
  return text
    .replace(/&#x([\da-fA-F]{1,6});?/g, (_, hex: string) => letterOf(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_, number: string) => letterOf(Number(number)))
    .replace(/(?:%|\\x|\\u00)([\da-fA-F]{2})/g, (_, hex: string) => letterOf(Number.parseInt(hex, 16)))
    .replace(/&[a-zA-Z]{1,12};/g, "");
}

function letterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** Homoglyphs: letters of other alphabets, by the Latin letter that they resemble. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "аαɑᴀ",
    c: "сϲᴄⅽ",
    d: "ԁɗᴅⅾ",
    e: "еεєҽᴇɛ℮",
    f: "ғƒꜰϝ",
    i: "іιıɪӏ",
    l: "ӏⅼʟ",
    m: "мᴍⅿ",
    n: "пηɴոռ",
    o: "оοօᴏ",
    r: "гᴦʀɾ",
    s: "ѕꜱʂ",
    t: "тτᴛŧ",
    u: "υսᴜцʋ",
    x: "хχⅹ",
    y: "уγʏү",
    C: "СϹ",
    E: "ЕΕ",
    F: "Ϝ",
    I: "ІΙ",
    M: "МΜ",
    N: "Ν",
    O: "ОΟ",
    R: "ᏒЯ",
    S: "Ѕ",
    T: "ТΤ",
    U: "Ս",
    X: "ХΧ",
    Y: "УΥ",
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);
