/**
 * Identities in D1: a person's account on a channel's platform, at a sign-in provider, or at the proxy. Each
 * belongs to one person.
 */
import { and, asc, eq, exists, isNotNull, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type InterfaceLanguage, interfaceLanguage } from "../../../domain/text/translated/languages.ts";
import type { Identity } from "../../../people/identity.ts";
import type { Person } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { credentials, identities, persons, preferences } from "../schema/people.ts";
import { activePersonCondition } from "./active-person.ts";
import { type NewIdentity, newcomerBehind } from "./newcomer.ts";
import { type NewPerson, personOf } from "./persons.ts";

export type IdentityKey = Pick<Identity, "channel" | "account" | "platform_id">;

interface LinkedSender {
  person: Person;
  /** Undefined: the person has chosen none. */
  language: InterfaceLanguage | undefined;
}

/** A place to sign in: every identity linked there is a way in. */
export type SignInPlace = Pick<Identity, "channel" | "account">;

const others = alias(identities, "others");

export class Identities {
  private readonly db: Database;
  private readonly now: () => number;
  /** Number of links made in this isolate: a cached stranger may be linked since. */
  links = 0;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** The person linked with this identity, if any. */
  async person(key: IdentityKey): Promise<Person | undefined> {
    const rows = await this.db
      .select({ person: persons })
      .from(identities)
      .innerJoin(persons, eq(persons.id, identities.person_id))
      .where(isKey(key))
      .limit(1);
    return rows[0] && personOf(rows[0].person);
  }

  /** The person linked with this account of a chat, and the language of what Nightjar itself says to them. */
  async sender(key: IdentityKey): Promise<LinkedSender | undefined> {
    const { interface_language, language } = preferences;
    const rows = await this.db
      .select({ person: persons, interface_language, language })
      .from(identities)
      .innerJoin(persons, eq(persons.id, identities.person_id))
      .leftJoin(preferences, eq(preferences.person_id, persons.id))
      .where(isKey(key))
      .limit(1);
    const [row] = rows;
    return (
      row && {
        person: personOf(row.person),
        language: row.interface_language ?? interfaceLanguage(row.language),
      }
    );
  }

  of(person_id: string): Promise<Identity[]> {
    return this.db
      .select()
      .from(identities)
      .where(eq(identities.person_id, person_id))
      .orderBy(asc(identities.channel), asc(identities.created_at));
  }

  /**
   * The person for that name at the proxy: the one linked with it, otherwise the one to whom an admin gave it
   * as username.
   */
  async behindProxy(name: string): Promise<Person | undefined> {
    const linked = sql`select ${identities.person_id} from ${identities} where ${isKey(proxyKey(name))}`;
    const given = sql`select named.id from ${persons} as named
      where lower(named.username) = ${name.toLowerCase()} and named.username_given = 1`;
    const isTheirs = sql`${persons.id} = coalesce((${linked}), (${given}))`;
    const [row] = await this.db.select().from(persons).where(and(isTheirs, activePersonCondition())).limit(1);
    return row && personOf(row);
  }

  /**
   * Links the person's first account there. Returns false if they have another one there, or if it is
   * somebody else's.
   */
  async linkFirst(identity: Omit<Identity, "created_at">): Promise<boolean> {
    const { channel, account, platform_id, person_id, name } = identity;
    const another = sql`select 1 from ${identities} as others where others.person_id = ${person_id}
      and others.channel = ${channel} and others.account = ${account} and others.platform_id <> ${platform_id}`;
    const row = sql`select ${channel}, ${account}, ${platform_id}, ${person_id}, ${name}, ${this.now()}
      where not exists (${another})`;
    await this.db.insert(identities).select(row).onConflictDoNothing();
    this.links += 1;
    return (await this.person(identity))?.id === person_id;
  }

  /**
   * Creates a person for a new identity. If it is linked already, returns that person; concurrent calls
   * create one person only.
   */
  async newcomer(identity: NewIdentity, person: NewPerson): Promise<Person | undefined> {
    this.links += 1;
    return newcomerBehind(this.db, { identity, person, at: this.now() });
  }

  /** Returns false if it is linked with somebody else: only they or an admin may unlink it. */
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

  /** Returns false if the person had no such identity. */
  async unlink(person_id: string, key: IdentityKey): Promise<boolean> {
    const mine = and(isKey(key), eq(identities.person_id, person_id));
    return (await this.db.delete(identities).where(mine).returning()).length > 0;
  }

  /**
   * Like `unlink`, for an account that its person signs in with: false also if no password and no other
   * account in one of these places would be left. The statement itself checks this, so that two concurrent
   * calls leave one.
   */
  async unlinkUnlessLast(
    person_id: string,
    key: IdentityKey,
    places: readonly SignInPlace[],
  ): Promise<boolean> {
    const password = this.db
      .select({ id: credentials.person_id })
      .from(credentials)
      .innerJoin(persons, eq(persons.id, credentials.person_id))
      .where(and(eq(persons.id, person_id), isNotNull(persons.username)));
    const { channel, account, platform_id } = key;
    const isIt = sql`(${others.channel} = ${channel} and ${others.account} = ${account} and ${others.platform_id} = ${platform_id})`;
    const another = this.db
      .select({ id: others.platform_id })
      .from(others)
      .where(
        and(
          eq(others.person_id, person_id),
          or(
            ...places.map((place) =>
              and(eq(others.channel, place.channel), eq(others.account, place.account)),
            ),
          ),
          not(isIt),
        ),
      );
    const mine = and(isKey(key), eq(identities.person_id, person_id), or(exists(password), exists(another)));
    return (await this.db.delete(identities).where(mine).returning()).length > 0;
  }
}

/** A name at the proxy, ignoring case. There is only one proxy. */
export function proxyKey(name: string): IdentityKey {
  return { channel: "proxy", account: "", platform_id: name.toLowerCase() };
}

function isKey({ channel, account, platform_id }: IdentityKey): SQL | undefined {
  return and(
    eq(identities.channel, channel),
    eq(identities.account, account),
    eq(identities.platform_id, platform_id),
  );
}
