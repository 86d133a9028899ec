/** Texts of documents, put together from the pieces in the index. */
import type { LongTermMemory } from "../memory/create-memory.ts";
import type { Passage } from "../memory/ports/model.ts";

/** Pieces of one document that are read for its whole text; of a longer one a citation opens its passage alone. */
const MOST_PIECES = 600;

/** Pieces in order. Undefined: it has too many. Rejects when the index cannot be read. */
export async function documentText(
  { passages }: Pick<LongTermMemory, "passages">,
  owner: string,
  source: string,
): Promise<string | undefined> {
  const pieces = await passages.read(owner, [{ source, from: 0, to: MOST_PIECES }]);
  return pieces.length > MOST_PIECES ? undefined : joinPieces(pieces);
}

/** Joins pieces, of which each begins with the last lines of the one before. Lines keep their numbers. */
export function joinPieces(pieces: readonly Pick<Passage, "ordinal" | "text" | "lines">[]): string {
  const all: string[] = [];
  const fillTo = (end: number) => {
    while (all.length < end) all.push("");
  };
  for (const { lines, text } of [...pieces].sort((a, b) => a.ordinal - b.ordinal)) {
    let at = (lines?.start ?? all.length + 1) - 1;
    fillTo(at);
    // A piece has no empty lines at its ends.
    while (all[at] === "") at += 1;
    for (const [index, line] of text.split("\n").entries()) all[at + index] ??= line;
    fillTo(lines?.end ?? 0);
  }
  return all.join("\n");
}
