/**
 * In a turn that has seen content from outside, whose words does a note hold? The person's, when each piece of it stands
 * in what they said, word for word; else it may be anybody's. What another agent, a program or somebody else has said to
 * this turn is not theirs.
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

/** As whole words, except in scripts that put none apart. */
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
