/** The cost ledger: one row per model call, summed for people. */
import { and, asc, eq, getTableColumns, gt, gte, or, sql } from "drizzle-orm";
import { INTERRUPTED } from "../../../domain/ledger.ts";
import type { Database } from "../database.ts";
import { costs } from "../schema/core.ts";

export type CostInsert = typeof costs.$inferInsert;
export type CostRow = typeof costs.$inferSelect;
export type Period = "today" | "week" | "month" | "all";
export type Grouping = "model" | "agent" | "user" | "conversation" | "day";

export interface CostGroup {
  key: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  /** US dollars of the calls with a known price. */
  cost_usd: number;
  /** Calls with an unknown price. */
  unpriced_calls: number;
  /** Calls with estimated usage: they died with the machine, or are memory's and still under way. */
  estimated_calls: number;
  /** Calls whose cost the provider itself reported. */
  reported_calls: number;
  heard_seconds: number;
  spoken_characters: number;
}

/** Spending for one key on one UTC day. */
export interface CostOfDay extends Pick<CostGroup, "key" | "calls" | "cost_usd" | "unpriced_calls"> {
  day: string;
}

const KEYS = {
  model: sql<string>`${costs.provider} || '/' || ${costs.model}`,
  // Draft agents count as one.
  agent: sql<string>`CASE WHEN ${costs.agent} LIKE '~%' THEN '~' ELSE ${costs.agent} END`,
  user: sql<string>`${costs.owner}`,
  conversation: sql<string>`${costs.conversation_id}`,
  day: sql<string>`date(${costs.at} / 1000, 'unixepoch')`,
};

/** Passed as JSON, because D1 binds at most a hundred values per statement. */
const ROWS_PER_STATEMENT = 500;

const DAYS: Record<Exclude<Period, "all">, number> = { today: 0, week: 6, month: 29 };

export class CostLedger {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Statements of a flush: an existing row is not changed. */
  insert(rows: readonly CostInsert[]): D1PreparedStatement[] {
    const groups = Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, at) =>
      rows.slice(at * ROWS_PER_STATEMENT, (at + 1) * ROWS_PER_STATEMENT),
    );
    return groups.map((group) => this.stated(INSERT_UNLESS_THERE, group));
  }

  /** Replaces the row with that id, if any. */
  async put(row: CostInsert): Promise<void> {
    await this.stated(INSERT_IN_PLACE, [row]).run();
  }

  /** `owner` null sums over everybody. Days are UTC. */
  async sum(
    owner: string | null,
    { period, by }: { period: Period; by: Grouping },
    now: number,
  ): Promise<CostGroup[]> {
    const key = KEYS[by];
    return this.db
      .select({
        key,
        calls: sql<number>`count(*)`,
        input_tokens: sql<number>`sum(${costs.input_tokens})`,
        output_tokens: sql<number>`sum(${costs.output_tokens})`,
        cache_read_tokens: sql<number>`sum(${costs.cache_read_tokens})`,
        cache_write_tokens: sql<number>`sum(${costs.cache_write_tokens})`,
        cost_usd: sql<number>`coalesce(sum(${costs.cost_usd}), 0)`,
        unpriced_calls: sql<number>`sum(${costs.cost_usd} is null)`,
        estimated_calls: sql<number>`coalesce(sum(${costs.purpose} = ${INTERRUPTED} OR ${costs.cost_by} = 'estimate'), 0)`,
        reported_calls: sql<number>`coalesce(sum(${costs.cost_by} = 'provider'), 0)`,
        heard_seconds: sql<number>`coalesce(sum(${costs.heard_seconds}), 0)`,
        spoken_characters: sql<number>`coalesce(sum(${costs.spoken_characters}), 0)`,
      })
      .from(costs)
      .where(and(owner === null ? undefined : eq(costs.owner, owner), gte(costs.at, startOf(period, now))))
      .groupBy(key)
      .orderBy(by === "day" ? sql`1` : sql`7 desc`);
  }

  /** Calls that this payer has paid for, oldest first, from behind `after`. */
  rows(owner: string, limit: number, after?: Pick<CostRow, "at" | "id">): Promise<CostRow[]> {
    const isBehind = after && or(gt(costs.at, after.at), and(eq(costs.at, after.at), gt(costs.id, after.id)));
    return this.db
      .select()
      .from(costs)
      .where(and(eq(costs.owner, owner), isBehind))
      .orderBy(asc(costs.at), asc(costs.id))
      .limit(limit);
  }

  /** `owner` null: everybody's. Oldest day first. */
  async days(
    owner: string | null,
    { period, by }: { period: Period; by: Exclude<Grouping, "day" | "conversation"> },
    now: number,
  ): Promise<CostOfDay[]> {
    return this.db
      .select({
        day: KEYS.day,
        key: KEYS[by],
        calls: sql<number>`count(*)`,
        cost_usd: sql<number>`coalesce(sum(${costs.cost_usd}), 0)`,
        unpriced_calls: sql<number>`sum(${costs.cost_usd} is null)`,
      })
      .from(costs)
      .where(and(owner === null ? undefined : eq(costs.owner, owner), gte(costs.at, startOf(period, now))))
      .groupBy(KEYS.day, KEYS[by])
      .orderBy(sql`1`, sql`4 desc`);
  }

  private stated(text: string, rows: readonly CostInsert[]): D1PreparedStatement {
    return this.db.$client.prepare(text).bind(JSON.stringify(rows.map(withDefaults)));
  }
}

const COLUMNS = Object.keys(getTableColumns(costs));

// Constant SQL: building it from the columns takes longer than D1 takes to run it. Without a WHERE, SQLite
// would parse ON CONFLICT as part of the FROM.
const INSERT = `
INSERT INTO costs (${COLUMNS.join(", ")})
SELECT ${COLUMNS.map((name) => `value->>'${name}'`).join(", ")} FROM json_each(?1) WHERE true`;

const INSERT_UNLESS_THERE = `${INSERT} ON CONFLICT DO NOTHING`;

const INSERT_IN_PLACE = `${INSERT} ON CONFLICT (id) DO UPDATE SET
  ${COLUMNS.filter((name) => name !== "id")
    .map((name) => `${name} = excluded.${name}`)
    .join(", ")}`;

function withDefaults(row: CostInsert): CostInsert {
  return { ...row, purpose: row.purpose ?? "turn", on_behalf_of: row.on_behalf_of ?? "" };
}

function startOf(period: Period, now: number): number {
  if (period === "all") return 0;
  const today = new Date(now);
  today.setUTCHours(0, 0, 0, 0);
  return today.getTime() - DAYS[period] * 86_400_000;
}
