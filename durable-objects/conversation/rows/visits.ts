/**
 * The visit of a conversation in a room. Read once per life of the object and cached, since every input asks.
 */
import type { TurnId } from "../../../src/domain/ids.ts";
import type { Decision, Visit, VisitStart } from "../../../src/domain/visit.ts";
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { decisions, visits } from "./schema/visit.ts";

type VisitRow = Omit<RowOf<typeof visits>, "id">;
export type DecisionRow = RowOf<typeof decisions>;

const BARE = { status: "active", ended_at: null, message_count: 0, is_last_call: false } as const;
/** Fields that the index of visits shows. */
const LISTED: readonly (keyof Visit)[] = ["status", "crisis", "message_count"];

export class Visits {
  private readonly sql: Tables;
  /** Undefined: to be read from storage. Null: there is none. */
  private held: VisitRow | null | undefined;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** Undefined: the conversation is in no room, or its visit is no longer known. */
  get current(): VisitRow | undefined {
    if (this.held === undefined)
      this.held = this.sql.isEmpty(visits) ? null : (this.sql.rows(visits)[0] ?? null);
    return this.held ?? undefined;
  }

  begin(start: VisitStart, now: number): void {
    const times = { started_at: now, said_at: now };
    this.put({
      ...BARE,
      ...times,
      start,
      muted: [],
      crisis: { ...start.crisis },
      left: {},
      is_recorded: true,
    });
  }

  /** Does nothing when there is no visit. */
  change(set: Partial<Visit>): void {
    const { current } = this;
    if (!current) return;
    const isListed = LISTED.some((name) => name in set);
    this.put({
      ...current,
      ...set,
      muted: [...(set.muted ?? current.muted)],
      ...(isListed && { is_recorded: false }),
    });
  }

  /** The index of visits is up to date. */
  recorded(): void {
    if (this.current) this.put({ ...this.current, is_recorded: true });
  }

  /** A change that the index of visits need not show. */
  keepCares(crisis: Visit["crisis"]): void {
    const { current } = this;
    if (current && Object.keys(crisis).length < Object.keys(current.crisis).length)
      this.put({ ...current, crisis });
  }

  decided(turn_id: TurnId): Decision | undefined {
    if (this.sql.isEmpty(decisions)) return undefined;
    const [row] = this.sql.rows(decisions, "WHERE turn_id = ?", turn_id);
    return row && { agent: row.agent, by: row.by, reason: row.reason, ...(row.mute && { mute: row.mute }) };
  }

  decide(turn_id: TurnId, { agent, by, reason, mute }: Decision, at: number): void {
    this.sql.put(decisions, { turn_id, agent, by, reason, mute: mute ?? null, at });
  }

  undecide(turn_id: TurnId): void {
    this.sql.remove(decisions, "WHERE turn_id = ?", turn_id);
  }

  /** Newest first. */
  decisions(limit: number): DecisionRow[] {
    return this.sql.isEmpty(decisions)
      ? []
      : this.sql.rows(decisions, "ORDER BY turn_id DESC LIMIT ?", limit);
  }

  /** Drops the cache: a transaction was rolled back. */
  forget(): void {
    this.held = undefined;
  }

  private put(row: VisitRow): void {
    this.sql.put(visits, row);
    this.held = row;
  }
}
