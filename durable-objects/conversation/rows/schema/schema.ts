/**
 * What a conversation's object stores, each table described once: its statements, the types of its rows, how its JSON
 * is read and how an older object gets it come from here. A column or a table that comes later says since which
 * version, the next after `CONVERSATION.version`; what has landed is neither taken away nor given another meaning, and
 * gets nothing more under its number (`npm run check` holds that).
 */
import { schemaOf } from "../../sql/migrations.ts";
import type { Sql } from "../../sql/sql.ts";
import { Tables } from "../../sql/tables.ts";
import { members, meta } from "./conversation.ts";
import { calls, children, decided, sideCalls, steps } from "./journal.ts";
import {
  afterWork,
  deliveries,
  leftovers,
  mirrors,
  previews,
  prompts,
  shutPlaces,
  trail,
} from "./outgoing.ts";
import { arrivals, erasures, orders, reactions, reminders } from "./pending.ts";
import { compactions, prefixes } from "./prompt.ts";
import { events, inbox, messages, turnEnds, turns } from "./talk.ts";
import { decisions, visits } from "./visit.ts";

/** An open row with the word of an ended one: a halt had been asked for. */
const HALT_ASKED = {
  since: 7,
  table: turns,
  statement: "UPDATE turns SET state = 'halting' WHERE state = 'halted' AND ended_at IS NULL",
};

export const CONVERSATION = schemaOf({
  tables: [
    ...[meta, messages, turns, inbox, steps, calls, events, reminders, afterWork],
    ...[
      deliveries,
      trail,
      compactions,
      prefixes,
      orders,
      erasures,
      sideCalls,
      decided,
      members,
      children,
      previews,
      prompts,
      leftovers,
      mirrors,
      visits,
      decisions,
      arrivals,
      reactions,
      shutPlaces,
    ],
  ],
  changes: [turnEnds],
  commitsSince: 7,
  corrections: [HALT_ASKED],
  // Objects of version 10, and of 11 after it, may lack columns that came under that number when it was out already.
  lookedAtSince: 12,
});

/** One `Tables` for each life of the object: every write goes through it. */
export function tablesOf(sql: Sql | Tables): Tables {
  return sql instanceof Tables ? sql : new Tables(sql, CONVERSATION);
}
