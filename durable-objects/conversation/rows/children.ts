/** Conversations that calls of this one have set going, and what they ask of a person. */

import type { ChildAskView } from "../../../src/channels/web/wire.ts";
import type { ConversationId, TurnId } from "../../../src/domain/ids.ts";
import type { ChildAsk } from "../../../src/domain/inbound.ts";
import type { RowOf } from "../sql/table.ts";
import type { Tables } from "../sql/tables.ts";
import { children } from "./schema/journal.ts";
import type { KeptAsk } from "./schema/stored-json.ts";

export type ChildRow = RowOf<typeof children>;

export class Children {
  private readonly sql: Tables;
  /** Cache of those that have not ended. Undefined: to be read from storage. */
  private held: ChildRow[] | undefined;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** Drops the cached rows: a transaction was rolled back. */
  forget(): void {
    this.held = undefined;
  }

  get(id: string): ChildRow | undefined {
    return this.sql.rows(children, "WHERE id = ?", id)[0];
  }

  /** Those that have not ended, in the order in which they were begun. */
  open(): ChildRow[] {
    this.held ??= this.sql.rows(children, "WHERE ended_at IS NULL ORDER BY began_at, id");
    return this.held;
  }

  /** All of them, oldest first. */
  all(): ChildRow[] {
    return this.sql.rows(children, "ORDER BY began_at, id");
  }

  count(): number {
    return this.sql.number({ of: children, is: "COUNT(*)" }) ?? 0;
  }

  countOf(turn_id: TurnId): number {
    return this.sql.number({ of: children, is: "COUNT(*)" }, "WHERE turn_id = ?", turn_id) ?? 0;
  }

  /** US dollars: what those that have ended have cost, and what the others may still spend. */
  committed_usd(): number {
    const is = "SUM(CASE WHEN ended_at IS NULL THEN MAX(spend_usd, cost_usd) ELSE cost_usd END)";
    return this.sql.number({ of: children, is }) ?? 0;
  }

  /** US dollars that those have cost which have reported. */
  cost_usd(): number {
    return this.sql.number({ of: children, is: "SUM(cost_usd)" }) ?? 0;
  }

  insert(row: ChildRow): void {
    this.forget();
    this.sql.insert(children, row);
  }

  change(id: ConversationId, set: Partial<ChildRow>): void {
    this.forget();
    this.sql.update({ of: children, set }, "WHERE id = ?", id);
  }
}

/** The one that a person sees now: a child's questions are put one after the other, at the call that set it going. */
export function shownAsk({ asks }: Pick<ChildRow, "asks">): KeptAsk | undefined {
  return asks.find(({ answered }) => !answered);
}

/** As people and their clients see it: nobody need know which call of the child it is. */
export function askView(ask: ChildAsk): ChildAskView {
  const { expires_at: at } = ask;
  const until = at === undefined ? {} : { expires_at: new Date(at).toISOString() };
  if (ask.type === "question") {
    const { type, question, options } = ask;
    return { type, question, options, ...until };
  }
  const { type, tool, input, reason } = ask;
  return { type, tool, input, reason, ...until };
}
