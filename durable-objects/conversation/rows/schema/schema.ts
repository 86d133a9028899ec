/**
 * The stored schema of a conversation's object. Each table is described once; its statements, row types, JSON
 * decoding and migrations derive from that. A later column or table states the version that adds it, the next
 * after `CONVERSATION.version`. What has landed is never removed, never given another meaning, and nothing is
 * added under its number (`npm run check` enforces this).
 */
import { schemaOf } from "../../../sql/migrations.ts";
import type { Sql } from "../../../sql/sql.ts";
import { Tables } from "../../../sql/tables.ts";
import { members, meta } from "./conversation.ts";
import { callDecisions, calls, children, sideCalls, steps } from "./journal.ts";
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
import { clientTools, events, inbox, messages, turnEnds, turns } from "./talk.ts";
import { decisions, visits } from "./visit.ts";

/** Corrects open rows marked `halted`: a halt had only been requested. */
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
      callDecisions,
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
      clientTools,
    ],
  ],
  changes: [turnEnds],
  commitsSince: 7,
  corrections: [HALT_ASKED],
  // Objects of versions 10 and 11 may lack columns that were added under those numbers after their release.
  lookedAtSince: 12,
});

/** One `Tables` for each life of the object: every write goes through it. */
export function tablesOf(sql: Sql | Tables): Tables {
  return sql instanceof Tables ? sql : new Tables(sql, CONVERSATION);
}
