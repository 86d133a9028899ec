/** All that a conversation keeps, opened together over one SQLite. */
import type { Ids } from "../../src/domain/ids.ts";
import { Compactions } from "./compaction.ts";
import { EventLog } from "./event-log.ts";
import { createMeta, loadMeta, type Meta, type MetaInit, saveMeta } from "./meta.ts";
import { Schedule } from "./schedule.ts";
import { isMigrated, migrate } from "./schema.ts";
import type { Sql } from "./sql.ts";
import { Transcript } from "./transcript.ts";
import { Turns } from "./turns.ts";

export interface Store {
  sql: Sql;
  meta: Meta;
  transcript: Transcript;
  turns: Turns;
  log: EventLog;
  schedule: Schedule;
  compactions: Compactions;
  /** One transaction for the body, the pending events and the meta row. */
  commit<T>(now: number, body: () => T): T;
}

/** The conversation, or undefined when it was never created here. Brings old tables up to date. */
export function openStore(sql: Sql, ids: Ids): Store | undefined {
  if (!isMigrated(sql)) return undefined;
  migrate(sql);
  const meta = loadMeta(sql);
  return meta && assemble(sql, meta, ids);
}

export function createStore(sql: Sql, init: MetaInit, ids: Ids, now: number): Store {
  migrate(sql);
  return assemble(sql, createMeta(sql, init, now), ids);
}

function assemble(plain: Sql, meta: Meta, ids: Ids): Store {
  const turns = new Turns(plain);
  const transcript = new Transcript(plain);
  const sql = undoing(plain, () => {
    turns.forget();
    transcript.forget();
  });
  const log = new EventLog(sql, meta, transcript);
  const schedule = new Schedule(sql, ids);
  return {
    sql,
    meta,
    transcript,
    turns,
    log,
    schedule,
    compactions: new Compactions(sql),
    commit: (now, body) =>
      sql.transaction(() => {
        const result = body();
        log.store(
          now,
          turns.open().some((turn) => turn.state !== "parked"),
        );
        meta.updated_at = now;
        saveMeta(sql, meta);
        return result;
      }),
  };
}

/** The same, and `onUndone` hears when a transaction has changed nothing after all. */
function undoing(sql: Sql, onUndone: () => void): Sql {
  return {
    all: (query, ...values) => sql.all(query, ...values),
    run: (query, ...values) => sql.run(query, ...values),
    transaction: (body) => {
      try {
        return sql.transaction(body);
      } catch (problem) {
        onUndone();
        throw problem;
      }
    },
  };
}
