/** The inputs that were accepted, by their keys: each is taken once. */
import type { RowOf } from "../sql/table.ts";
import type { Tables } from "../sql/tables.ts";
import { inbox } from "./schema/talk.ts";

type Input = RowOf<typeof inbox>;

const TAKEN = { of: inbox, columns: ["turn_id", "message_id", "seq"] } as const;

/** A platform that was not answered sends a message again, for some days. */
const SENT_AGAIN_MS = 7 * 86_400_000;

/** Of a conversation that has more, the table is asked. */
const MOST_KEYS = 300;

export class Inputs {
  private readonly sql: Tables;
  /** All keys there are, while they are few and came in this life of the object. Undefined: only the table knows. */
  private keys: Set<string> | undefined;

  /** `sql` has all that an earlier life has taken. */
  constructor(sql: Tables) {
    this.sql = sql;
    if (sql.isEmpty(inbox)) this.keys = new Set();
  }

  /** Only the table knows from now on: a transaction was rolled back. */
  forget(): void {
    this.keys = undefined;
  }

  /** What came of it, if it is in already. */
  get(key: string): Pick<Input, "turn_id" | "message_id" | "seq"> | undefined {
    if (this.keys && !this.keys.has(key)) return undefined;
    return this.sql.pick(TAKEN, "WHERE key = ?", key)[0];
  }

  /** The key that came last of those that begin so. */
  lastOf(beginning: string): string | undefined {
    const rest = "WHERE key >= ? AND key < ? ORDER BY seq DESC, at DESC LIMIT 1";
    return this.sql.pick({ of: inbox, columns: ["key"] }, rest, beginning, `${beginning}\uffff`)[0]?.key;
  }

  /** The keys that may still come again, in this conversation or the one that follows it in its place. */
  recent(now: number): string[] {
    const rest = "WHERE at > ? ORDER BY at DESC, key LIMIT ?";
    return this.sql
      .pick({ of: inbox, columns: ["key"] }, rest, now - SENT_AGAIN_MS, MOST_KEYS)
      .map(({ key }) => key);
  }

  /** Taken before this conversation began, by the one that it follows. */
  inherit(keys: readonly string[], now: number): void {
    for (const key of keys) this.put({ key, turn_id: null, message_id: null, seq: 0, at: now });
  }

  put(input: Input): void {
    this.sql.put(inbox, input);
    this.keys?.add(input.key);
    if (this.keys && this.keys.size > MOST_KEYS) this.forget();
  }
}
