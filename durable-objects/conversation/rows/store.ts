/** All that a conversation keeps, opened together over one SQLite. */
import type { Ids } from "../../../src/domain/ids.ts";
import type { AtOnce, Sql } from "../sql/sql.ts";
import type { Tables } from "../sql/tables.ts";
import { Compactions } from "./compactions.ts";
import { EventLog } from "./event-log.ts";
import { createMeta, loadMeta, type Meta, type MetaInit, saveMeta } from "./meta.ts";
import { Reminders } from "./reminders.ts";
import { tablesOf } from "./schema.ts";
import { Transcript } from "./transcript.ts";
import { Turns } from "./turns.ts";

export interface Store {
  sql: Tables;
  meta: Meta;
  transcript: Transcript;
  turns: Turns;
  log: EventLog;
  reminders: Reminders;
  compactions: Compactions;
  /** One transaction for the body, the pending events and the meta row. */
  commit<T>(now: number, body: () => AtOnce<T>): T;
}

/** The conversation, or undefined when it was never created here. Brings old tables up to date. */
export function openStore(plain: Sql | Tables, ids: Ids): Store | undefined {
  const sql = tablesOf(plain);
  if (!sql.isMigrated) return undefined;
  sql.migrate();
  const meta = loadMeta(sql);
  return meta && assemble(sql, meta, ids);
}

/** Who names what is new in it, and when it begins (ms since the epoch). */
export interface Birth {
  ids: Ids;
  now: number;
}

export function createStore(plain: Sql | Tables, init: MetaInit, { ids, now }: Birth): Store {
  const sql = tablesOf(plain);
  sql.migrate();
  return assemble(sql, createMeta(sql, init, now), ids);
}

function assemble(sql: Tables, meta: Meta, ids: Ids): Store {
  const turns = new Turns(sql);
  const transcript = new Transcript(sql);
  const log = new EventLog(sql, meta, transcript);
  const reminders = new Reminders(sql, ids);
  sql.whenUndone(() => {
    for (const held of [turns, transcript, reminders]) held.forget();
  });
  return {
    sql,
    meta,
    transcript,
    turns,
    log,
    reminders,
    compactions: new Compactions(sql),
    commit: <T>(now: number, body: () => AtOnce<T>) =>
      sql.transaction<T>(() => {
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
