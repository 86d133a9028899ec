/**
 * The words of a question in the index, in one round trip: how telling each is, what matches, and in which state the
 * index was. What the caller knows already is not looked up again.
 */
import type { AskedWord, Found, Frequencies, KeywordHit, Question, State } from "../../../memory/ports.ts";
import { note, scopesParameter, within } from "./reach.ts";

// Not FTS5's bm25(): it walks the postings of every owner for each word, and the whole of them for each search.
// The rarest words first, until they match enough: a passage that has only the commonest words of a question cannot rank
// high, and looking at all of those is what makes search slow in a large index. Rare words are looked for by those of
// like meaning too. What the words were found to be worth comes with the result, in rows without an id.
const FIND = `
WITH asked AS MATERIALIZED (
  SELECT w.key AS place, w.value->>'match' AS match, w.value->>'stem' AS stem, w.value->>'near' AS near,
    COALESCE(w.value->>'count', (SELECT v.doc FROM chunks_vocabulary v WHERE v.term = w.value->>'stem'), 0) AS count
  FROM json_each(?3) w),
weighed AS MATERIALIZED (
  SELECT *, LN(1 + (MAX(?5, count) - count + 0.5) / (count + 0.5)) AS weight,
    MIN(?6, count * MIN(1.0, ?6 * 1.0 / MAX(1, ?5))) AS expected FROM asked),
summed AS MATERIALIZED (
  SELECT *, SUM(expected) OVER (ORDER BY expected, place ROWS UNBOUNDED PRECEDING) AS upto FROM weighed),
chosen AS MATERIALIZED (SELECT * FROM summed WHERE upto <= ?7 OR upto = expected),
words AS MATERIALIZED (
  SELECT match, weight FROM chosen
  UNION ALL
  SELECT MIN(n.value->>'match'), MAX(c.weight) * ?9 FROM chosen c CROSS JOIN json_each(c.near) n
    WHERE c.expected < ?8 GROUP BY n.value->>'stem')
SELECT c.id, c.source, c.ordinal, c.kind, found.score
FROM (SELECT f.rowid AS id, SUM(w.weight) AS score
  FROM memory_partitions p CROSS JOIN words w CROSS JOIN chunks_fts f
  WHERE p.owner = ?1 AND (?2 IS NULL OR p.scope IN (SELECT value FROM json_each(?2)))
    AND f.chunks_fts MATCH w.match
    AND f.rowid BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295
  GROUP BY f.rowid ORDER BY score DESC, f.rowid DESC LIMIT ?4) found
CROSS JOIN chunks c WHERE c.id = found.id AND c.owner = ?1
UNION ALL SELECT NULL, stem, count, NULL, NULL FROM asked`;

const PARTITIONS = `
SELECT p.id, p.edits, COALESCE((SELECT MAX(c.id) FROM chunks c
  WHERE c.id BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295), p.id * 4294967296) - p.id * 4294967296 AS last
FROM memory_partitions p WHERE p.owner = ?1`;

interface FoundRow {
  id: number | null;
  source: string;
  /** Of a word: in how many passages it stands. */
  ordinal: number;
  kind: KeywordHit["kind"] | null;
  score: number | null;
}

interface AverageRow {
  block: ArrayLike<number>;
}

interface PartitionRow {
  id: number;
  edits: number;
  last: number;
}

interface Totals {
  total: number;
  owned: number;
}

type Row = FoundRow | AverageRow | PartitionRow;

export async function find(db: D1Database, question: Question): Promise<Found> {
  const totals = question.totals ?? (await totalsOf(db, question));
  const [found, averages, partitions] = await db.batch<Row>([
    findStatement(db, question, totals),
    ...totalsStatements(db, question.owner),
  ]);
  for (const result of [found, averages, partitions]) note(question.meter, result?.meta);
  const rows = (found?.results ?? []) as FoundRow[];
  const parts = (partitions?.results ?? []) as PartitionRow[];
  return {
    hits: rows.flatMap(hitOf),
    frequencies: { counts: countsOf(rows), ...totalsIn((averages?.results ?? []) as AverageRow[], parts) },
    state: stateOf(question.owner, parts),
  };
}

function findStatement(db: D1Database, question: Question, { total, owned }: Totals): D1PreparedStatement {
  const match = (word: string) => `${within(question)}{body terms} : "${word.replaceAll('"', "")}"`;
  const words = question.words.map(({ word, near, ...rest }: AskedWord) => ({
    ...rest,
    match: match(word),
    near: near.map((each) => ({ stem: each.stem, match: match(each.word) })),
  }));
  const { owner, scopes, limit, rules } = question;
  return db
    .prepare(FIND)
    .bind(
      owner,
      scopesParameter(scopes),
      JSON.stringify(words),
      limit,
      total,
      owned,
      rules.most_matches,
      rules.rare_below,
      rules.near_worth,
    );
}

function totalsStatements(db: D1Database, owner: string): D1PreparedStatement[] {
  return [db.prepare("SELECT block FROM chunks_fts_data WHERE id = 1"), db.prepare(PARTITIONS).bind(owner)];
}

async function totalsOf(db: D1Database, { owner, meter }: Question): Promise<Totals> {
  const [averages, partitions] = await db.batch<Row>(totalsStatements(db, owner));
  for (const result of [averages, partitions]) note(meter, result?.meta);
  return totalsIn((averages?.results ?? []) as AverageRow[], (partitions?.results ?? []) as PartitionRow[]);
}

function totalsIn(averages: readonly AverageRow[], partitions: readonly PartitionRow[]): Totals {
  return {
    total: leadingNumber(averages[0]?.block ?? []),
    owned: partitions.reduce((sum, { last }) => sum + last, 0),
  };
}

/** FTS5 keeps the number of its rows first in its record of averages, seven bits a byte: to count them would take long. */
function leadingNumber(bytes: ArrayLike<number>): number {
  let value = 0;
  for (let index = 0; index < Math.min(bytes.length, 6); index++) {
    const byte = bytes[index] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return value;
}

function hitOf({ id, source, ordinal, kind, score }: FoundRow): KeywordHit[] {
  return id === null || kind === null ? [] : [{ id, source, ordinal, kind, score: score ?? 0 }];
}

function countsOf(rows: readonly FoundRow[]): Frequencies["counts"] {
  return new Map(rows.filter(({ id }) => id === null).map(({ source, ordinal }) => [source, ordinal]));
}

function stateOf(owner: string, partitions: readonly PartitionRow[]): State {
  const sorted = [...partitions].sort((a, b) => a.id - b.id);
  return {
    owner,
    edits: sorted.map(({ id, edits }) => `${id}:${edits}`).join(),
    last: sorted.map(({ id, last }) => `${id}:${last}`).join(),
  };
}
