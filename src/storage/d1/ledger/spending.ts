/** Models and costs of automations, by what the ledger knows of each call. Times are ms since the epoch. */

export interface Spending {
  /** `provider/model` of each model that was called. */
  models: string[];
  /** US dollars; null: the price of a call is unknown. */
  cost_usd: number | null;
}

interface Row {
  key: string;
  model: string;
  cost_usd: number | null;
  unpriced: number;
}

const SUMS =
  "provider || '/' || model AS model, SUM(cost_usd) AS cost_usd, SUM(cost_usd IS NULL) AS unpriced FROM costs";

const OF_TURNS = `
SELECT turn_id AS key, ${SUMS}
WHERE owner = ?1 AND at >= ?2 AND turn_id IN (SELECT value FROM json_each(?3)) GROUP BY 1, 2`;

const OF_CONVERSATIONS = `
SELECT conversation_id AS key, ${SUMS}
WHERE owner = ?1 AND at >= ?2 AND conversation_id IN (SELECT value FROM json_each(?3)) GROUP BY 1, 2`;

/** Kind of the memory job that made a call, by the id of its row; calls for programs name no conversation. */
const JOB_KIND = `CASE
  WHEN id LIKE 'memory:extract:%' AND conversation_id = '' THEN 'memory.extract_programs'
  WHEN id LIKE 'memory:extract:%' THEN 'memory.extract'
  WHEN id LIKE 'memory:episode:%' THEN 'memory.consolidate_conversation'
  WHEN id LIKE 'memory:file:%' THEN 'memory.consolidate_file' END`;

const OF_JOB_KINDS = `
SELECT ${JOB_KIND} AS key, ${SUMS} WHERE owner = ?1 AND at >= ?2 AND id LIKE 'memory:%' AND key IS NOT NULL GROUP BY 1, 2`;

const OF_JOBS = `
SELECT run.value ->> 'id' AS key, ${SUMS}, (SELECT value FROM json_each(?3)) AS run
WHERE owner = ?1 AND at >= ?2 AND id LIKE 'memory:%' AND ${JOB_KIND} = ?4
  AND at BETWEEN run.value ->> 'from' AND run.value ->> 'to'
  AND (run.value ->> 'conversation_id' IS NULL OR run.value ->> 'conversation_id' = conversation_id)
GROUP BY 1, 2`;

/** A run of a job, during which its calls were made. */
export interface JobSpan {
  id: string;
  from: number;
  to: number;
  conversation_id: string | null;
}

/** Reads spending from the ledger. Answers hold only keys that have calls. */
export class D1Spending {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  ofTurns(owner: string, since: number, turns: readonly string[]): Promise<Map<string, Spending>> {
    return this.sums(turns, OF_TURNS, owner, since, JSON.stringify(turns));
  }

  ofConversations(owner: string, since: number, ids: readonly string[]): Promise<Map<string, Spending>> {
    return this.sums(ids, OF_CONVERSATIONS, owner, since, JSON.stringify(ids));
  }

  /** Spending by kind of job. */
  ofJobKinds(owner: string, since: number): Promise<Map<string, Spending>> {
    return this.sums([""], OF_JOB_KINDS, owner, since);
  }

  /** Spending by id of job. */
  ofJobs(owner: string, kind: string, spans: readonly JobSpan[]): Promise<Map<string, Spending>> {
    const since = Math.min(...spans.map(({ from }) => from));
    return this.sums(spans, OF_JOBS, owner, since, JSON.stringify(spans), kind);
  }

  private async sums(wanted: readonly unknown[], text: string, ...values: unknown[]) {
    const sums = new Map<string, Spending>();
    if (wanted.length === 0) return sums;
    const { results } = await this.db
      .prepare(text)
      .bind(...values)
      .all<Row>();
    for (const { key, model, cost_usd, unpriced } of results) {
      const { models, cost_usd: before } = sums.get(key) ?? { models: [], cost_usd: 0 };
      const isKnown = before !== null && unpriced === 0;
      sums.set(key, { models: [...models, model], cost_usd: isKnown ? before + (cost_usd ?? 0) : null });
    }
    return sums;
  }
}
