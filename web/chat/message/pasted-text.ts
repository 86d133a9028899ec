/** Long pasted text: a chip in the composer, a fenced block in the message, and a chip again when it is shown. */

export const LONG_PASTE = 4_000;

export interface PastedText {
  name: string;
  text: string;
}

export type Piece = { kind: "words"; text: string } | { kind: "pasted"; name: string; text: string };

/** The typed text, then each pasted text in a fence that nothing inside can close. */
export function withPasted(words: string, pasted: readonly PastedText[]): string {
  return [words.trim(), ...pasted.map(fenced)].filter((part) => part !== "").join("\n\n");
}

export function nextName(pasted: readonly PastedText[]): string {
  const numbers = pasted.map((item) => Number(/(\d+)\.txt$/.exec(item.name)?.[1] ?? 0));
  return `pasted-${Math.max(0, ...numbers) + 1}.txt`;
}

/** Splits a person's message into these pieces again. Fences that they typed count too. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(FENCE)) {
    pieces.push(...wordsPiece(text.slice(at, match.index)));
    pieces.push({ kind: "pasted", name: (match[2] ?? "").trim(), text: match[3] ?? "" });
    at = match.index + match[0].length;
  }
  return [...pieces, ...wordsPiece(text.slice(at))];
}

const FENCE = /^(`{3,})([^`\n]*)\n([\s\S]*?)\n?\1`*[ \t]*$/gm;

function wordsPiece(text: string): Piece[] {
  const words = text.replace(/^\n+|\n+$/g, "");
  return words.trim() === "" ? [] : [{ kind: "words", text: words }];
}

function fenced({ name, text }: PastedText): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${name}\n${text}\n${fence}`;
}
