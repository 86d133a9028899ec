/**
 * Keyword search in the index. One statement returns how rare each word is, its postings, and the state of
 * the index; a second one the places of the best matches, unless they are cached. Words that the caller knows
 * are not looked up again.
 */
import type {
  Frequencies,
  KeywordHit,
  KeywordMatches,
  QueryWord,
  Question,
  State,
} from "../../../memory/ports/index-port.ts";
import type { PlaceCache, PlaceOf } from "./place-cache.ts";
import { bestOf, numbersOf, type Postings, type ScoredPosting } from "./postings.ts";
import { note, scopesParameter, within } from "./reach.ts";
import { countRows, RECORD, RECORD_DIGITS, rowCountIn } from "./row-count.ts";

// FTS5's bm25() is not used: for each search it walks the complete postings of every owner for each word.
// Instead, the rarest words are matched first, until they match enough: a passage with only the commonest
// words of a question cannot rank high, and reading all of those is what makes search slow in a large index.
// Rare words are expanded with words of similar meaning, and words of languages with endings with their forms. The postings of a word come as one text, for the
// caller to add up: grouping and sorting the matches here would take four times as long as finding them. For
// a word in many passages only the newest come; for a single-word search no more than the limit, because all
// its matches have equal scores. LIMIT takes no parameter, or SQLite would prepare the statement anew each
// time.
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
  SELECT match, weight, count FROM chosen
  UNION ALL
  SELECT MIN(n.value->>'match'), MAX(c.weight * COALESCE(n.value->>'worth', ?9)), NULL
    FROM chosen c CROSS JOIN json_each(c.near) n
    WHERE c.expected < ?8 OR n.value->>'worth' IS NOT NULL GROUP BY n.value->>'stem'),
parts AS MATERIALIZED (
  SELECT id, id * 4294967296 AS low, id * 4294967296 + 4294967295 AS high FROM memory_partitions
  WHERE owner = ?1 AND (?2 IS NULL OR scope IN (SELECT value FROM json_each(?2))))
SELECT 'postings' AS type, p.id, CASE WHEN w.count <= ?7
    THEN (SELECT GROUP_CONCAT(f.rowid - p.low) FROM chunks_fts f
      WHERE f.chunks_fts MATCH w.match AND f.rowid BETWEEN p.low AND p.high)
    ELSE (SELECT GROUP_CONCAT(number) FROM (SELECT f.rowid - p.low AS number FROM chunks_fts f
      WHERE f.chunks_fts MATCH w.match AND f.rowid BETWEEN p.low AND p.high
      ORDER BY f.rowid DESC LIMIT (SELECT CASE COUNT(*) WHEN 1 THEN ?4 ELSE ?7 END FROM words))) END AS name,
  w.weight AS number, NULL AS last
FROM parts p CROSS JOIN words w
UNION ALL SELECT 'word', NULL, stem, count, NULL FROM asked
UNION ALL`;

const STATE = `
SELECT 'averages' AS type, NULL AS id, ${RECORD_DIGITS} AS name, NULL AS number, NULL AS last FROM ${RECORD}
UNION ALL SELECT 'partition', p.id, NULL, p.edits, COALESCE((SELECT MAX(c.id) FROM chunks c
  WHERE c.id BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295), p.id * 4294967296) - p.id * 4294967296
FROM memory_partitions p WHERE p.owner = ?1`;

const PLACES = `
SELECT c.id, c.source, c.ordinal, c.kind FROM json_each(?2) n CROSS JOIN chunks c
WHERE c.id = n.value AND c.owner = ?1`;

const PARTITION = 2 ** 32;

type Row =
  /** `id` is the partition, `name` lists the numbers in it, `number` is the score of a match. */
  | { type: "postings"; id: number; name: string | null; number: number }
  | { type: "word"; name: string; number: number }
  /** The first bytes of the record, in hexadecimal digits. */
  | { type: "averages"; name: string }
  /** `number` counts its edits, `last` is the number of its last passage. */
  | { type: "partition"; id: number; number: number; last: number };

type RowOf<T extends Row["type"]> = Extract<Row, { type: T }>;

type Totals = Omit<Frequencies, "counts">;

export interface Index {
  db: D1Database;
  places: PlaceCache;
}

export async function find(index: Index, question: Question): Promise<KeywordMatches> {
  const { db } = index;
  const totals = question.totals ?? (await totalsOf(db, question));
  const { results, meta } = await findStatement(db, question, totals).all<Row>();
  note(question.meter, meta);
  const counted = rowsOf(results, "word").map(({ name, number }) => [name, number] as const);
  const state = stateOf(question.owner, rowsOf(results, "partition"));
  const best = bestOf(rowsOf(results, "postings").map(postingsOf), question.limit).map(scoredOf);
  return {
    hits: await placed(index, { state, meter: question.meter }, best),
    frequencies: {
      counts: new Map(counted),
      total: totalIn(results) ?? totals.total,
      owned: ownedIn(results),
    },
    state,
  };
}

async function totalsOf(db: D1Database, { owner, meter }: Question): Promise<Totals> {
  const { results, meta } = await db.prepare(STATE).bind(owner).all<Row>();
  note(meter, meta);
  return { total: totalIn(results) ?? (await countRows(db)), owned: ownedIn(results) };
}

function rowsOf<T extends Row["type"]>(rows: readonly Row[], type: T): RowOf<T>[] {
  return rows.filter((row): row is RowOf<T> => row.type === type);
}

function postingsOf({ id, name, number: weight }: RowOf<"postings">): Postings {
  return { part: id, numbers: numbersOf(name ?? ""), weight };
}

function scoredOf({ part, number, score }: ScoredPosting) {
  return { id: part * PARTITION + number, score };
}

function findStatement(db: D1Database, question: Question, { total, owned }: Totals): D1PreparedStatement {
  const match = (word: string) => `${within(question)}{body terms} : "${word.replaceAll('"', "")}"`;
  const words = question.words.map(({ word, near, ...rest }: QueryWord) => ({
    ...rest,
    match: match(word),
    near: near.map(({ stem, word: other, begins, worth }) => ({
      stem,
      match: begins ? `${match(other)} *` : match(other),
      worth,
    })),
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

/** Leaves out passages that were removed since they were found. */
async function placed(
  { db, places }: Index,
  { state, meter }: Pick<Question, "meter"> & { state: State },
  best: readonly Pick<KeywordHit, "id" | "score">[],
): Promise<KeywordHit[]> {
  const known = places.look(
    state,
    best.map(({ id }) => id),
  );
  const unknown = best.filter((_, index) => known[index] === undefined).map(({ id }) => id);
  const read = new Map<number, PlaceOf>();
  if (unknown.length > 0) {
    const statement = db.prepare(PLACES).bind(state.owner, JSON.stringify(unknown));
    const { results, meta } = await statement.all<PlaceOf & { id: number }>();
    note(meter, meta);
    places.add(state, results);
    for (const { id, ...place } of results) read.set(id, place);
  }
  return best.flatMap((each, index) => {
    const place = known[index] ?? read.get(each.id);
    return place === undefined ? [] : [{ ...each, ...place }];
  });
}

function totalIn(rows: readonly Row[]): number | undefined {
  return rowCountIn(rowsOf(rows, "averages")[0]?.name ?? "");
}

function ownedIn(rows: readonly Row[]): number {
  return rowsOf(rows, "partition").reduce((sum, { last }) => sum + last, 0);
}

function stateOf(owner: string, partitions: readonly RowOf<"partition">[]): State {
  const sorted = [...partitions].sort((a, b) => a.id - b.id);
  return {
    owner,
    edits: sorted.map(({ id, number: edits }) => `${id}:${edits}`).join(),
    last: sorted.map(({ id, last }) => `${id}:${last}`).join(),
  };
}
