/** Conversations in which words were said, for the search in the list of conversations. */
import type { PhraseQuery } from "../../../memory/ports/index-port.ts";
import { beginningsOf } from "../../../memory/text/inflections.ts";
import { kindToken } from "./chunk-rows.ts";

// Newest first: a search for a common word is for a recent conversation.
const SAID_IN = `
SELECT DISTINCT c.source FROM (SELECT f.rowid AS id
  FROM memory_partitions p CROSS JOIN chunks_fts f
  WHERE p.owner = ?1 AND f.chunks_fts MATCH ?2
    AND f.rowid BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295
  ORDER BY f.rowid DESC LIMIT ?3) found
CROSS JOIN chunks c WHERE c.id = found.id AND c.owner = ?1`;

/** Limit of messages read. */
const MOST = 1_000;

export async function saidIn(db: D1Database, owner: string, said: PhraseQuery): Promise<string[]> {
  const match = matchOf(said);
  if (match === "") return [];
  const statement = db.prepare(SAID_IN).bind(owner, match, MOST);
  return (await statement.all<{ source: string }>()).results.map(({ source }) => source);
}

/** Words are letters and digits only, so none can end the quotes. */
export function matchOf({ words, tokens, inflected }: PhraseQuery): string {
  const forms = (word: string) => (inflected ? beginningsOf(word).map(({ begins }) => begins) : []);
  // Matches the whole word too: the index holds stems, and a prefix longer than its stem does not match.
  const any = (word: string, begins: readonly string[]) =>
    `(${[`"${word}"`, ...begins.map((each) => `"${each}" *`)].join(" OR ")})`;
  const all = [
    ...words.slice(0, -1).map((word) => any(word, forms(word))),
    ...tokens.map((token) => any(token, [])),
    ...words.slice(-1).map((word) => any(word, [word, ...forms(word)])),
  ];
  return all.length === 0 ? "" : `places : "${kindToken("turn")}" AND {body terms} : (${all.join(" AND ")})`;
}
