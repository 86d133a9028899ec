/** All stored state of a conversation, opened together over one SQLite. */
import type { Ids } from "../../../src/domain/ids.ts";
import type { Place } from "../../../src/domain/principal.ts";
import type { AtOnce, Sql } from "../../sql/sql.ts";
import type { Tables } from "../../sql/tables.ts";
import { Arrivals } from "./arrivals.ts";
import { Children } from "./children.ts";
import { EventLog } from "./event-log.ts";
import { Inputs } from "./inputs.ts";
import { Members } from "./members.ts";
import { createMeta, loadMeta, type Meta, type MetaInit, saveMeta } from "./meta.ts";
import { Reminders } from "./reminders.ts";
import { tablesOf } from "./schema/schema.ts";
import { Transcript } from "./transcript.ts";
import { Compactions } from "./turns/compactions.ts";
import { Turns } from "./turns/turns.ts";
import { Visits } from "./visits.ts";

export interface Store {
  sql: Tables;
  meta: Meta;
  transcript: Transcript;
  turns: Turns;
  log: EventLog;
  reminders: Reminders;
  compactions: Compactions;
  members: Members;
  children: Children;
  visits: Visits;
  arrivals: Arrivals;
  inputs: Inputs;
  /** One transaction for the body, the pending events and the meta row. */
  commit<T>(now: number, body: () => AtOnce<T>): T;
}

/** The conversation, or undefined when it was never created here. Migrates old tables. */
export function openStore(plain: Sql | Tables, ids: Ids): Store | undefined {
  const sql = tablesOf(plain);
  if (!sql.isMigrated) return undefined;
  sql.migrate();
  const meta = loadMeta(sql);
  return meta && assemble(sql, meta, ids);
}

/** Source of new ids, and the time of creation (ms since the epoch). */
export interface Birth {
  ids: Ids;
  now: number;
}

export function createStore(plain: Sql | Tables, init: MetaInit, { ids, now }: Birth): Store {
  const sql = tablesOf(plain);
  sql.migrate();
  const store = assemble(sql, createMeta(sql, init, now), ids);
  if (init.visit) store.visits.begin(init.visit, now);
  store.inputs.inherit(init.accepted_keys ?? [], now);
  return store;
}

function assemble(sql: Tables, meta: Meta, ids: Ids): Store {
  const turns = new Turns(sql);
  const transcript = new Transcript(sql);
  const log = new EventLog(sql, meta, transcript);
  const reminders = new Reminders(sql, ids);
  const members = new Members(sql);
  const children = new Children(sql);
  const visits = new Visits(sql);
  const arrivals = new Arrivals(sql);
  const inputs = new Inputs(sql);
  sql.whenUndone(() => {
    for (const held of [turns, transcript, reminders, members, children, visits, arrivals, inputs])
      held.forget();
  });
  return {
    sql,
    meta,
    transcript,
    turns,
    log,
    reminders,
    compactions: new Compactions(sql),
    members,
    children,
    visits,
    arrivals,
    inputs,
    commit: <T>(now: number, body: () => AtOnce<T>) =>
      sql.transaction<T>(() => {
        const result = body();
        log.store(now, turns.hasNext);
        meta.updated_at = now;
        saveMeta(sql, meta);
        return result;
      }),
  };
}

/** The owner and members, in the form that `mayUse` takes. */
export function placeOf({ meta, members }: Pick<Store, "meta" | "members">): Place {
  return { owner: meta.owner, members: members.rights };
}
