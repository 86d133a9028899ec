/** Password hashes in D1. */
import { eq, sql } from "drizzle-orm";
import type { Person } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { credentials, persons } from "../schema/people.ts";
import { personOf } from "./persons.ts";

export interface Login {
  person: Person;
  /** Undefined: they have no password. */
  password_hash: string | undefined;
}

export class Credentials {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** Ignores case: `Ada` and `ada` are the same. Undefined if nobody has that name. */
  async byUsername(username: string): Promise<Login | undefined> {
    const [row] = await this.db
      .select({ person: persons, password_hash: credentials.password_hash })
      .from(persons)
      .leftJoin(credentials, eq(credentials.person_id, persons.id))
      .where(eq(sql`lower(${persons.username})`, username.toLowerCase()))
      .limit(1);
    return row && { person: personOf(row.person), password_hash: row.password_hash ?? undefined };
  }

  /** Undefined: they have none, and sign in otherwise. */
  async passwordHash(person_id: string): Promise<string | undefined> {
    const [row] = await this.db
      .select({ password_hash: credentials.password_hash })
      .from(credentials)
      .where(eq(credentials.person_id, person_id));
    return row?.password_hash;
  }

  async set(person_id: string, password_hash: string): Promise<void> {
    const fields = { password_hash, updated_at: this.now() };
    await this.db
      .insert(credentials)
      .values({ person_id, ...fields })
      .onConflictDoUpdate({ target: credentials.person_id, set: fields });
  }

  /** Stores a new hash of the same password, unless another password was set meanwhile. */
  async rehash(person_id: string, { from, to }: { from: string; to: string }): Promise<void> {
    await this.db
      .update(credentials)
      .set({ password_hash: to })
      .where(sql`${credentials.person_id} = ${person_id} and ${credentials.password_hash} = ${from}`);
  }
}
