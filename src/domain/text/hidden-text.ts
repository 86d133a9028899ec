/**
 * Invisible characters, which a model reads and a person does not see: text in them addresses the model
 * alone.
 */

/**
 * Characters without a glyph, controls other than tab and line end, and characters that few fonts draw:
 * hieroglyph joiners, a note without a head.
 */
const HIDDEN =
  /\p{Default_Ignorable_Code_Point}|(?![\t\n\r])\p{Cc}|[\ufff9-\ufffb\u{13430}-\u{13455}\u{1d159}]/u;
const PLAIN = /^[\t\n\x20-\x7e]*$/;
const HIEROGLYPH = /^[\u{13000}-\u{1342f}]$/u;
/** The flags of England, Scotland and Wales are written with tag characters; no other sequence in use is. */
const FLAG =
  "\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}";
const EACH = new RegExp(`(${FLAG})|${HIDDEN.source}`, "gu");
const PICTURE = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u;
/** Scripts that use a character of its own to join letters or keep them apart. */
const JOINING =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]$/u;
const LINE_END = /\r(?!\n)|[\u0085\u2028\u2029]/g;

interface VisibleText {
  text: string;
  /** Number of characters removed. */
  hidden: number;
}

/**
 * The text as it looks. Invisible characters that an emoji or a script needs are kept. Odd line ends become
 * line feeds.
 */
export function shownText(text: string): VisibleText {
  // Fast path for most text: checking each letter's Unicode properties takes twenty times as long.
  if (PLAIN.test(text)) return { text, hidden: 0 };
  const lines = text.replace(LINE_END, "\n");
  if (!HIDDEN.test(lines)) return { text: lines, hidden: 0 };
  let hidden = 0;
  const shown = lines.replace(EACH, (character: string, flag: string | undefined, at: number) => {
    if (flag !== undefined || isNeeded(character, lines, at)) return character;
    hidden++;
    return "";
  });
  return { text: shown, hidden };
}

/** `shownText` with a note at the end when more than the odd soft hyphen was removed. */
export function shownWithNote(text: string): string {
  const { text: shown, hidden } = shownText(text);
  return hidden < NOTED ? shown : `${shown}\n[${hidden} characters that can't be seen were taken out]`;
}

const NOTED = 8;

/** One line for names and titles, of at most `most` characters. */
export function oneLine(text: string, most = 300): string {
  const line = shownText(text.slice(0, most * 4).toWellFormed())
    .text.replace(/\s+/g, " ")
    .trim();
  // Half of a surrogate pair is no character.
  return line.length > most ? `${line.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}...` : line;
}

function isNeeded(character: string, text: string, at: number): boolean {
  const before = characterBefore(text, at);
  const after = String.fromCodePoint(text.codePointAt(at + character.length) ?? 0);
  switch (character) {
    case "\ufe0e":
    case "\ufe0f":
      // After a digit only in a keycap, otherwise each digit could carry a hidden bit.
      return /^[\d#*]$/.test(before) ? after === "\u20e3" : /^\p{Emoji}$/u.test(before);
    case "\u200d":
      return PICTURE.test(before) ? PICTURE.test(after) : JOINING.test(before) && JOINING.test(after);
    case "\u200c":
      return JOINING.test(before) && JOINING.test(after);
    default:
      return HIEROGLYPH.test(before) && /^[\u{13430}-\u{13455}]$/u.test(character);
  }
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low < 0xe000 && at >= 2;
  return text.slice(at - (isPair ? 2 : 1), at);
}
