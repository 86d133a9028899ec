/**
 * Attributes a note in a tainted turn. It is the person's when each piece of it stands word for word in what they said;
 * otherwise it may be anybody's. Words that another agent, a program or another person said to this turn are not the
 * person's.
 */
import type { ToolContext } from "../../agent/ports/tool.ts";
import type { Trust } from "../../domain/trust.ts";

export function trustOfPieces(
  { trust, seen }: Pick<ToolContext, "trust" | "seen">,
  pieces: readonly (string | undefined)[],
): Trust {
  if (trust === "trusted") return trust;
  const said = plain(seen.user_text);
  const theirs = pieces.every((piece) => piece === undefined || stands(said, plain(piece)));
  return theirs ? "trusted" : "untrusted";
}

/** Matches whole words, except in scripts that do not separate words. */
function stands(said: string, piece: string): boolean {
  if (piece.length < 2) return false;
  return /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u.test(piece)
    ? said.includes(piece)
    : ` ${said} `.includes(` ${piece} `);
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}
