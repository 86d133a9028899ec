/** Billing of accounts: gathered for a moment, because a write per call would delay the next writer. */
import { gte, sql } from "drizzle-orm";
import { Lease } from "../../../platform/shared-work.ts";
import type { BilledCall } from "../../../providers/accounts.ts";
import type { Clock } from "../../../providers/provider.ts";
import type { Database } from "../database.ts";
import { accountSpend } from "../schema/accounts.ts";

export interface AccountSpending {
  calls: number;
  unpriced_calls: number;
  cost_usd: number;
}

type Row = typeof accountSpend.$inferInsert;

/** As long as the follow-up data of a turn is gathered. */
const GATHER_MS = 150;
/** After this time the writer is taken for dead, gone with its request. */
const LOST_AFTER_MS = 5_000;
/** Further rows wait for the next write. */
const MOST_ROWS = 100;

export class SpendingStore {
  private readonly db: Database;
  private readonly clock: Clock;
  private readonly lease: Lease;
  private readonly sums = new Map<string, Row>();

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.db = db;
    this.clock = clock;
    this.lease = new Lease(() => clock.now());
  }

  /** Undefined if another caller is about to write; otherwise the write, which rejects when D1 does. */
  add(account_id: string, spent: BilledCall): Promise<void> | undefined {
    this.sum(rowOf(account_id, spent));
    const held = this.lease.take(LOST_AFTER_MS);
    if (!held) return undefined;
    const gathered = new Promise<void>((resolve) => void this.clock.after(GATHER_MS, resolve));
    return gathered.then(() => {
      held.release();
      return this.write();
    });
  }

  /** By account, since the first of this month (UTC). Rejects when D1 does. */
  async read(): Promise<Map<string, AccountSpending>> {
    await this.write();
    return readSpending(this.db, this.clock.now());
  }

  private sum(row: Row): void {
    const key = keyOf(row);
    const sum = this.sums.get(key);
    this.sums.set(key, sum ? added(sum, row) : row);
  }

  /** Sums that could not be written stay for the next attempt. */
  private async write(): Promise<void> {
    const rows = [...this.sums.values()].slice(0, MOST_ROWS);
    if (rows.length === 0) return;
    for (const row of rows) this.sums.delete(keyOf(row));
    try {
      await writeSums(this.db, rows);
    } catch (problem) {
      for (const row of rows) this.sum(row);
      throw problem;
    }
  }
}

function keyOf({ account_id, day }: Row): string {
  return `${account_id} ${day}`;
}

function rowOf(account_id: string, { at, cost_usd }: BilledCall): Row {
  const unpriced_calls = cost_usd === null ? 1 : 0;
  return { account_id, day: dayOf(at), calls: 1, unpriced_calls, cost_usd: cost_usd ?? 0 };
}

function added(a: Row, b: Row): Row {
  return {
    ...a,
    calls: a.calls + b.calls,
    unpriced_calls: a.unpriced_calls + b.unpriced_calls,
    cost_usd: a.cost_usd + b.cost_usd,
  };
}

const ADD = `
INSERT INTO account_spend (account_id, day, calls, unpriced_calls, cost_usd)
SELECT value->>'account_id', value->>'day', value->>'calls', value->>'unpriced_calls', value->>'cost_usd'
FROM json_each(?1) WHERE true
ON CONFLICT (account_id, day) DO UPDATE SET calls = calls + excluded.calls,
  unpriced_calls = unpriced_calls + excluded.unpriced_calls, cost_usd = cost_usd + excluded.cost_usd`;

async function writeSums(db: Database, rows: Row[]): Promise<void> {
  await db.$client.prepare(ADD).bind(JSON.stringify(rows)).run();
}

async function readSpending(db: Database, now: number): Promise<Map<string, AccountSpending>> {
  const { account_id, day } = accountSpend;
  const rows = await db
    .select({
      account_id,
      calls: sql<number>`sum(${accountSpend.calls})`,
      unpriced_calls: sql<number>`sum(${accountSpend.unpriced_calls})`,
      cost_usd: sql<number>`sum(${accountSpend.cost_usd})`,
    })
    .from(accountSpend)
    .where(gte(day, `${dayOf(now).slice(0, 7)}-01`))
    .groupBy(account_id);
  return new Map(rows.map(({ account_id: id, ...spending }) => [id, spending]));
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
