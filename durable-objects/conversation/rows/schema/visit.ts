/** Tables for a visit in a room, and for the decisions on who answers. */
import type { TurnId } from "../../../../src/domain/ids.ts";
import type { Decision, Mute, Visit, VisitStart, VisitStatus } from "../../../../src/domain/visit.ts";
import { bool, int, json, key, onlyRow, text } from "../../../sql/column.ts";
import { listOf, withFields } from "../../../sql/shape.ts";
import { table } from "../../../sql/table.ts";
import { LATE_10 } from "./columns.ts";

/** The one row of the conversation's visit. All times are ms since the epoch. */
export const visits = table("visit", LATE_10, {
  id: onlyRow(),
  start: json(withFields<VisitStart>({ room: "record", names: "record", remembered: "list" })),
  status: text<VisitStatus>(),
  started_at: int(),
  said_at: int(),
  ended_at: int().nullable(),
  message_count: int(),
  is_last_call: bool(),
  muted: json(listOf(withFields<Mute>({ agent: "string", until: "number" }))),
  crisis: json(withFields<Visit["crisis"]>({})),
  /** Whether the index of visits is up to date. */
  is_recorded: bool(),
  left: json(withFields<Visit["left"]>({})).since(11, {}),
});

export const decisions = table("decisions", LATE_10, {
  turn_id: key(text<TurnId>()),
  agent: text(),
  by: text<Decision["by"]>(),
  reason: text(),
  mute: text().nullable(),
  at: int(),
});
