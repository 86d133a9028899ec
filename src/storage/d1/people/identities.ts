/** Identities in D1: who somebody is on a channel's platform. Each points at one person. */
import { and, asc, eq } from "drizzle-orm";
import type { Identity } from "../../../people/identity.ts";
import type { Person } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { identities, persons } from "../schema/people.ts";
import { personOf } from "./persons.ts";

export type IdentityKey = Pick<Identity, "channel" | "account" | "platform_id">;

export class Identities {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** The person behind it, if anybody said so. */
  async person(key: IdentityKey): Promise<Person | undefined> {
    const rows = await this.db
      .select({ person: persons })
      .from(identities)
      .innerJoin(persons, eq(persons.id, identities.person_id))
      .where(isKey(key))
      .limit(1);
    return rows[0] && personOf(rows[0].person);
  }

  of(person_id: string): Promise<Identity[]> {
    return this.db
      .select()
      .from(identities)
      .where(eq(identities.person_id, person_id))
      .orderBy(asc(identities.channel), asc(identities.created_at));
  }

  /** false when it points at somebody else: that is theirs to undo, or an admin's. */
  async link(identity: Omit<Identity, "created_at">): Promise<boolean> {
    const rows = await this.db
      .insert(identities)
      .values({ ...identity, created_at: this.now() })
      .onConflictDoUpdate({
        target: [identities.channel, identities.account, identities.platform_id],
        set: { name: identity.name },
        setWhere: eq(identities.person_id, identity.person_id),
      })
      .returning();
    return rows.length > 0;
  }

  /** false when that person had none such. */
  async unlink(person_id: string, key: IdentityKey): Promise<boolean> {
    const mine = and(isKey(key), eq(identities.person_id, person_id));
    return (await this.db.delete(identities).where(mine).returning()).length > 0;
  }
}

function isKey({ channel, account, platform_id }: IdentityKey) {
  return and(
    eq(identities.channel, channel),
    eq(identities.account, account),
    eq(identities.platform_id, platform_id),
  );
}
