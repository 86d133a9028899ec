/**
 * The words of a question in the index, in one statement: how telling each is, what matches, and in which state the
 * index was. What the caller knows already is not looked up again.
 */
import type {
  AskedWord,
  Found,
  Frequencies,
  KeywordHit,
  Question,
  State,
} from "../../../memory/index-port.ts";
import { MATCHED } from "./matched.ts";
import { note, scopesParameter, within } from "./reach.ts";

// Not FTS5's bm25(): it walks the postings of every owner for each word, and the whole of them for each search.
// The rarest words first, until they match enough: a passage that has only the commonest words of a question cannot rank
// high, and looking at all of those is what makes search slow in a large index. Rare words are looked for by those of
// like meaning too. Rows of three kinds: what matched, how often each word stands, and the state of the index.
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
SELECT 'hit' AS type, c.id, c.source AS name, c.ordinal AS number, c.kind, found.score
FROM (${MATCHED}) found
CROSS JOIN chunks c WHERE c.id = found.id AND c.owner = ?1
UNION ALL SELECT 'word', NULL, stem, count, NULL, NULL FROM asked
UNION ALL`;

// FTS5 keeps the number of its rows first in its record of averages: to count them would take long.
const STATE = `
SELECT 'averages' AS type, NULL AS id, HEX(SUBSTR(block, 1, 6)) AS name, NULL AS number, NULL AS kind, NULL AS score
FROM chunks_fts_data WHERE id = 1
UNION ALL SELECT 'partition', p.id, NULL, p.edits, NULL, COALESCE((SELECT MAX(c.id) FROM chunks c
  WHERE c.id BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295), p.id * 4294967296) - p.id * 4294967296
FROM memory_partitions p WHERE p.owner = ?1`;

type Row =
  | { type: "hit"; id: number; name: string; number: number; kind: KeywordHit["kind"]; score: number }
  | { type: "word"; name: string; number: number }
  /** The first bytes of the record, in hexadecimal digits. */
  | { type: "averages"; name: string }
  /** `number` counts its edits, `score` is the number of its last passage. */
  | { type: "partition"; id: number; number: number; score: number };

type RowOf<T extends Row["type"]> = Extract<Row, { type: T }>;

type Totals = Omit<Frequencies, "counts">;

export async function find(db: D1Database, question: Question): Promise<Found> {
  const totals = question.totals ?? (await totalsOf(db, question));
  const { results, meta } = await findStatement(db, question, totals).all<Row>();
  note(question.meter, meta);
  const counted = rowsOf(results, "word").map(({ name, number }) => [name, number] as const);
  return {
    hits: rowsOf(results, "hit").map(({ id, name: source, number: ordinal, kind, score }) => {
      return { id, source, ordinal, kind, score };
    }),
    frequencies: { counts: new Map(counted), ...totalsIn(results) },
    state: stateOf(question.owner, rowsOf(results, "partition")),
  };
}

async function totalsOf(db: D1Database, { owner, meter }: Question): Promise<Totals> {
  const { results, meta } = await db.prepare(STATE).bind(owner).all<Row>();
  note(meter, meta);
  return totalsIn(results);
}

function rowsOf<T extends Row["type"]>(rows: readonly Row[], type: T): RowOf<T>[] {
  return rows.filter((row): row is RowOf<T> => row.type === type);
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
    .prepare(FIND + STATE)
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

function totalsIn(rows: readonly Row[]): Totals {
  const partitions = rowsOf(rows, "partition");
  return {
    total: leadingNumber(rowsOf(rows, "averages")[0]?.name ?? ""),
    owned: partitions.reduce((sum, { score: last }) => sum + last, 0),
  };
}

/** Seven bits a byte; the highest bit says that another byte follows. */
function leadingNumber(digits: string): number {
  let value = 0;
  for (let at = 0; at < digits.length; at += 2) {
    const byte = Number.parseInt(digits.slice(at, at + 2), 16);
    value = value * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return value;
}

function stateOf(owner: string, partitions: readonly RowOf<"partition">[]): State {
  const sorted = [...partitions].sort((a, b) => a.id - b.id);
  return {
    owner,
    edits: sorted.map(({ id, number: edits }) => `${id}:${edits}`).join(),
    last: sorted.map(({ id, score: last }) => `${id}:${last}`).join(),
  };
}
