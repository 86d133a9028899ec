/** Identities in D1: who somebody is on a channel's platform. Each points at one person. */
import { and, asc, eq, exists, isNotNull, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Identity } from "../../../people/identity.ts";
import type { Person } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { credentials, identities, persons } from "../schema/people.ts";
import { personOf } from "./persons.ts";

export type IdentityKey = Pick<Identity, "channel" | "account" | "platform_id">;

const others = alias(identities, "others");

export class Identities {
  private readonly db: Database;
  private readonly now: () => number;
  /** How many were linked here so far: who was a stranger before may be somebody since. */
  links = 0;

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
    this.links += 1;
    return rows.length > 0;
  }

  /** false when that person had none such. */
  async unlink(person_id: string, key: IdentityKey): Promise<boolean> {
    const mine = and(isKey(key), eq(identities.person_id, person_id));
    return (await this.db.delete(identities).where(mine).returning()).length > 0;
  }

  /**
   * The same of an account that its person signs in by: false also when no password and no other account of that provider
   * would be left. The statement itself asks, so that two that come at once leave one.
   */
  async unlinkUnlessLast(person_id: string, key: IdentityKey): Promise<boolean> {
    const password = this.db
      .select({ id: credentials.person_id })
      .from(credentials)
      .innerJoin(persons, eq(persons.id, credentials.person_id))
      .where(and(eq(persons.id, person_id), isNotNull(persons.username)));
    const another = this.db
      .select({ id: others.platform_id })
      .from(others)
      .where(
        and(
          eq(others.person_id, person_id),
          eq(others.channel, key.channel),
          eq(others.account, key.account),
          ne(others.platform_id, key.platform_id),
        ),
      );
    const mine = and(isKey(key), eq(identities.person_id, person_id), or(exists(password), exists(another)));
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
