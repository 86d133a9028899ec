/** The children of this conversation, and what they ask of people. */

import type { ChildAskView } from "../../../src/channels/web/wire.ts";
import type { ChildAsk } from "../../../src/domain/conversation/child-asks.ts";
import { definedOf } from "../../../src/domain/defined.ts";
import { offeredOf } from "../../../src/domain/grants/scopes.ts";
import type { ConversationId, TurnId } from "../../../src/domain/ids.ts";
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { children } from "./schema/journal.ts";
import type { KeptAsk } from "./schema/stored-json.ts";

export type ChildRow = RowOf<typeof children>;

export class Children {
  private readonly sql: Tables;
  /** Cache of the open children. Undefined: to be read from storage. */
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

  /** Children that have not ended, oldest first. */
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

  /** US dollars: the cost of ended children plus what the others may still spend. */
  committed_usd(): number {
    const is = "SUM(CASE WHEN ended_at IS NULL THEN MAX(spend_usd, cost_usd) ELSE cost_usd END)";
    return this.sql.number({ of: children, is }) ?? 0;
  }

  /** US dollars: the cost that children have reported so far. */
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

/** The ask that people see now. A child's asks are shown one at a time, at the call that started it. */
export function shownAsk({ asks }: Pick<ChildRow, "asks">): KeptAsk | undefined {
  return asks.find(({ answered }) => !answered);
}

/** The ask as people and clients see it, without the child's own call id. */
export function askView(ask: ChildAsk): ChildAskView {
  const { expires_at: at } = ask;
  const until = at === undefined ? {} : { expires_at: new Date(at).toISOString() };
  if (ask.type === "question") {
    const { type, question, options, caution } = ask;
    return { type, question, options, ...definedOf({ caution }), ...until };
  }
  const { type, tool, input, reason, provenance, read, plan } = ask;
  const grant = ask.grant && offeredOf(ask.grant);
  return { type, tool, input, reason, ...definedOf({ provenance, read, plan, grant }), ...until };
}
