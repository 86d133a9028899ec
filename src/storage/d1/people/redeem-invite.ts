/**
 * Redeems an invite in one transaction, so that its last use is taken once, and a username that is taken uses
 * none.
 */
import { eq, type SQL, sql } from "drizzle-orm";
import type { Person } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { credentials, inviteRedemptions, invites, persons } from "../schema/people.ts";
import { personOf } from "./persons.ts";
import { isTaken } from "./taken.ts";

/** The person who redeems a code. */
export interface Newcomer {
  /** A new id, or that of an existing guest: they get the code's role, and stay the same person. */
  id: string;
  username: string | null;
  name: string;
  /** In the form of `credentials`; absent: they sign in otherwise. */
  password_hash?: string;
}

interface Redeeming {
  code_hash: string;
  who: Newcomer;
  /** ms since the epoch. */
  at: number;
}

export async function redeemInvite(
  db: Database,
  redeeming: Redeeming,
): Promise<Person | "username_taken" | undefined> {
  const { who, at } = redeeming;
  const fields = { username: who.username, username_given: false, name: who.name, updated_at: at };
  const write = db.batch([
    db.insert(inviteRedemptions).select(place(redeeming)),
    db
      .insert(persons)
      .select(personByCode(redeeming))
      .onConflictDoUpdate({
        target: persons.id,
        set: { ...fields, role: sql`excluded.role` },
        setWhere: eq(persons.role, "guest"),
      })
      .returning(),
    db.insert(credentials).select(credential(redeeming)).onConflictDoNothing(),
  ]);
  try {
    const [, [row]] = await write;
    return row && personOf(row);
  } catch (problem) {
    if (isTaken(problem, "persons_by_username")) return "username_taken";
    throw problem;
  }
}

/**
 * Takes one use of the code, if it has one left and the person has taken none. Columns are in the order of
 * the schema, here and below.
 */
function place({ code_hash, who, at }: Redeeming): SQL {
  return sql`select ${invites.id}, ${who.id}, ${at} from ${invites}
    where ${invites.code_hash} = ${code_hash} and ${invites.disabled_at} is null
      and (${invites.expires_at} is null or ${invites.expires_at} > ${at})
      and ${invites.max_uses} > (select count(*) from ${inviteRedemptions} as taken where taken.invite_id = ${invites.id})
      and not exists (${redeemedBy(who.id)})`;
}

function personByCode({ code_hash, who, at }: Redeeming): SQL {
  return sql`select ${who.id}, ${who.username}, ${who.name}, ${invites.role}, ${at}, ${at}, null, 0 from ${invites}
    where ${invites.code_hash} = ${code_hash} and exists (${redeemedBy(who.id)})`;
}

function credential({ code_hash, who, at }: Redeeming): SQL {
  return sql`select ${who.id}, ${who.password_hash ?? ""}, ${at} from ${invites}
    where ${who.password_hash !== undefined} and ${invites.code_hash} = ${code_hash}
      and exists (${redeemedBy(who.id)})`;
}

function redeemedBy(person: string): SQL {
  return sql`select 1 from ${inviteRedemptions} as mine
    where mine.invite_id = ${invites.id} and mine.person_id = ${person}`;
}
