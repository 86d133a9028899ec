/**
 * Counters of the instance in D1. A turn adds one row, with its id as key; a day later the rows are added up into
 * totals. Costs are counted from the ledger, and added up in the same way.
 */
import { z } from "zod";
import type { Point } from "../../../observability/metrics/exposition.ts";
import { samplesOf } from "../../../observability/metrics/turn-samples.ts";
import type { ReportedTurn } from "../../../observability/reported-turn.ts";
import { parseJson } from "../../../platform/json.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ROLLED_UNTIL = "rolled_until";

/** Statements of a flush: a turn that was counted stays as it is. */
export function sampleStatements(db: D1Database, turns: readonly ReportedTurn[]): D1PreparedStatement[] {
  const rows = turns.map((turn) => ({ id: turn.turn, at: turn.ended_at, samples: samplesOf(turn) }));
  const put = `INSERT INTO metric_samples (turn_id, at, samples)
SELECT value->>'id', value->>'at', value->'samples' FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`;
  return rows.length === 0 ? [] : [db.prepare(put).bind(JSON.stringify(rows))];
}

/** Ledger rows as counters; `%` stands for the limits of time. */
const COSTS = `
SELECT 'model_calls_total' AS name, json_object('model', provider || '/' || model, 'purpose', purpose) AS labels, COUNT(*) AS value
  FROM costs WHERE % GROUP BY 2
UNION ALL SELECT 'model_cost_usd_total', json_object('model', provider || '/' || model), coalesce(SUM(cost_usd), 0)
  FROM costs WHERE % GROUP BY 2
UNION ALL SELECT 'model_tokens_total', json_object('model', provider || '/' || model, 'type', t.value),
  SUM(CASE t.value WHEN 'input' THEN input_tokens WHEN 'output' THEN output_tokens
    WHEN 'cache_read' THEN cache_read_tokens ELSE cache_write_tokens END)
  FROM costs, json_each('["input","output","cache_read","cache_write"]') AS t WHERE % GROUP BY 2`;

const SAMPLES = `
SELECT each.value->>0 AS name, each.value->>1 AS labels, each.value->>2 AS value
  FROM metric_samples, json_each(samples) AS each`;

const costsWithin = (limits: string) => COSTS.replaceAll("%", limits);

/** A clause on the conflict needs a WHERE before it. */
const ADD_UP = `ON CONFLICT (name, labels) DO UPDATE SET value = value + excluded.value`;

const Row = z.object({ name: z.string(), labels: z.string(), value: z.number() });
const Labels = z.record(z.string(), z.string());

/** Reads the counters up to now. Samples older than a day are added up first, at most once an hour. */
export async function readCounters(db: D1Database, now: number): Promise<Point[]> {
  const until = await rolledUntil(db);
  const before = Math.floor((now - DAY_MS) / HOUR_MS) * HOUR_MS;
  if (before > until) await rollUp(db, { until, before });
  const read = `SELECT name, labels, SUM(value) AS value FROM (
SELECT name, labels, value FROM metric_totals WHERE name <> '${ROLLED_UNTIL}'
UNION ALL SELECT * FROM (${SAMPLES})
UNION ALL SELECT * FROM (${costsWithin("at >= ?1")})) GROUP BY 1, 2 ORDER BY 1, 2`;
  const { results } = await db.prepare(read).bind(Math.max(until, before)).all();
  return pointsOf(results);
}

async function rolledUntil(db: D1Database): Promise<number> {
  const find = "SELECT value FROM metric_totals WHERE name = ?1";
  return (await db.prepare(find).bind(ROLLED_UNTIL).first<number>("value")) ?? 0;
}

/** Adds samples to the totals in one transaction, in which the limit is read: two readers at once do not add the same rows. */
async function rollUp(db: D1Database, { until, before }: { until: number; before: number }): Promise<void> {
  const isMine = `(SELECT coalesce(MAX(value), 0) FROM metric_totals WHERE name = '${ROLLED_UNTIL}') = ?1`;
  const into = "INSERT INTO metric_totals (name, labels, value)";
  const sum = "SELECT name, labels, SUM(value)";
  await db.batch([
    db
      .prepare(
        `${into} ${sum} FROM (${costsWithin(`at >= ?1 AND at < ?2`)}) WHERE ${isMine} GROUP BY 1, 2 ${ADD_UP}`,
      )
      .bind(until, before),
    db
      .prepare(`${into} ${sum} FROM (${SAMPLES} WHERE at < ?2) WHERE ${isMine} GROUP BY 1, 2 ${ADD_UP}`)
      .bind(until, before),
    db.prepare(`DELETE FROM metric_samples WHERE at < ?2 AND ${isMine}`).bind(until, before),
    db
      .prepare(`INSERT INTO metric_totals (name, labels, value) SELECT '${ROLLED_UNTIL}', '{}', ?2 WHERE ${isMine}
ON CONFLICT (name, labels) DO UPDATE SET value = excluded.value`)
      .bind(until, before),
  ]);
}

/** Gauges: turns that run or wait now, and the last message and failure of each channel's accounts. */
export async function readGauges(db: D1Database): Promise<Point[]> {
  const at = (name: string) =>
    `SELECT 'channel_last_${name}_timestamp_seconds' AS name, json_object('channel', channel, 'account', account) AS labels,
  last_${name === "message" ? "inbound" : "error"}_at / 1000.0 AS value FROM channel_accounts`;
  const read = `SELECT * FROM (
SELECT 'live_turns' AS name, '{}' AS labels, COUNT(*) AS value FROM conversations WHERE state <> 'idle'
UNION ALL ${at("message")} UNION ALL ${at("error")}) WHERE value IS NOT NULL`;
  return pointsOf((await db.prepare(read).all()).results);
}

/** People whose session was used since then, a hundred at most. */
export async function recentPeople(db: D1Database, since: number): Promise<string[]> {
  const find = "SELECT DISTINCT owner FROM sessions WHERE last_seen_at > ?1 AND revoked_at IS NULL LIMIT 100";
  const { results } = await db.prepare(find).bind(since).all<{ owner: string }>();
  return results.map(({ owner }) => owner);
}

function pointsOf(rows: readonly unknown[]): Point[] {
  return z
    .array(Row)
    .parse(rows)
    .map((row) => ({ ...row, labels: Labels.parse(parseJson(row.labels)) }));
}
