/**
 * Creates a person for a new identity: link and person in one transaction, so that concurrent requests create
 * one person only.
 */
import { eq, type SQL, sql } from "drizzle-orm";
import type { Identity } from "../../../people/identity.ts";
import type { Person } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { identities, persons } from "../schema/people.ts";
import { type NewPerson, personOf } from "./persons.ts";

export type NewIdentity = Omit<Identity, "person_id" | "created_at">;

interface Coming {
  identity: NewIdentity;
  /** Fields of the new person. They get the username if it is free, and none otherwise. */
  person: NewPerson;
  /** ms since the epoch. */
  at: number;
}

/** The person linked with the identity: the new one, or an earlier one. */
export async function newcomerBehind(db: Database, coming: Coming): Promise<Person | undefined> {
  const { identity, person, at } = coming;
  const [, , [found]] = await db.batch([
    db
      .insert(identities)
      .values({ ...identity, person_id: person.id, created_at: at })
      .onConflictDoNothing(),
    db.insert(persons).select(whileTheirs(coming)),
    db
      .select({ person: persons })
      .from(persons)
      .innerJoin(identities, eq(identities.person_id, persons.id))
      .where(isIt(identity)),
  ]);
  return found && personOf(found.person);
}

/** Columns are in the order of the schema. The username was proved by the provider. */
function whileTheirs({ identity, person, at }: Coming): SQL {
  const { id, username, name, role } = person;
  const taken = sql`select 1 from ${persons} as named where lower(named.username) = lower(${username})`;
  const free = sql`case when exists (${taken}) then null else ${username} end`;
  return sql`select ${id}, ${free}, ${name}, ${role}, ${at}, ${at}, null, ${username} is not null
    where exists (select 1 from ${identities} where ${isIt(identity)} and ${identities.person_id} = ${id})`;
}

function isIt({ channel, account, platform_id }: NewIdentity): SQL {
  return sql`${identities.channel} = ${channel} and ${identities.account} = ${account}
    and ${identities.platform_id} = ${platform_id}`;
}
