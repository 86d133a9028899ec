/** The inputs that were accepted, by their keys: each is taken once. */
import type { RowOf } from "../sql/table.ts";
import type { Tables } from "../sql/tables.ts";
import { inbox } from "./schema/talk.ts";

type Input = RowOf<typeof inbox>;

const TAKEN = { of: inbox, columns: ["turn_id", "message_id", "seq"] } as const;

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

  put(input: Input): void {
    this.sql.put(inbox, input);
    this.keys?.add(input.key);
    if (this.keys && this.keys.size > MOST_KEYS) this.forget();
  }
}
