/** Accepted inputs by idempotency key: each takes effect once. */
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { inbox } from "./schema/talk.ts";

type Input = RowOf<typeof inbox>;

const TAKEN = { of: inbox, columns: ["turn_id", "message_id", "seq"] } as const;

/** A platform that got no answer redelivers a message for some days. */
const SENT_AGAIN_MS = 7 * 86_400_000;

/** In a conversation with more keys, each check queries the table. */
const MOST_KEYS = 300;

export class Inputs {
  private readonly sql: Tables;
  /** All keys, while they are few and came in this life of the object. Undefined: only the table knows. */
  private keys: Set<string> | undefined;

  /** `sql` has the inputs that earlier lives accepted. */
  constructor(sql: Tables) {
    this.sql = sql;
    if (sql.isEmpty(inbox)) this.keys = new Set();
  }

  /** Drops the cached keys: a transaction was rolled back. */
  forget(): void {
    this.keys = undefined;
  }

  /** The outcome of the input, if it was already accepted. */
  get(key: string): Pick<Input, "turn_id" | "message_id" | "seq"> | undefined {
    if (this.keys && !this.keys.has(key)) return undefined;
    return this.sql.pick(TAKEN, "WHERE key = ?", key)[0];
  }

  /** The newest key with this prefix. */
  lastOf(beginning: string): string | undefined {
    const rest = "WHERE key >= ? AND key < ? ORDER BY seq DESC, at DESC LIMIT 1";
    return this.sql.pick({ of: inbox, columns: ["key"] }, rest, beginning, `${beginning}\uffff`)[0]?.key;
  }

  /** Keys that may still be redelivered, here or to the conversation that replaces this one. */
  recent(now: number): string[] {
    const rest = "WHERE at > ? ORDER BY at DESC, key LIMIT ?";
    return this.sql
      .pick({ of: inbox, columns: ["key"] }, rest, now - SENT_AGAIN_MS, MOST_KEYS)
      .map(({ key }) => key);
  }

  /** Adds keys that the previous conversation of this place has accepted. */
  inherit(keys: readonly string[], now: number): void {
    for (const key of keys) this.put({ key, turn_id: null, message_id: null, seq: 0, at: now });
  }

  put(input: Input): void {
    this.sql.put(inbox, input);
    this.keys?.add(input.key);
    if (this.keys && this.keys.size > MOST_KEYS) this.forget();
  }
}
