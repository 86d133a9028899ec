/**
 * Persons in D1. Conditions that decide a race are part of the statement: D1 runs one statement at a time.
 */
import { and, asc, eq, gt, like, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Role } from "../../../domain/principal.ts";
import { type Person, type PersonChange, takesAdminAway } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { persons } from "../schema/people.ts";
import { activePersonCondition } from "./active-person.ts";
import { type OwnedRows, ownedRows, type PersonTable } from "./owned-rows.ts";
import { isTaken } from "./taken.ts";

export interface NewPerson extends Pick<Person, "id" | "username" | "name" | "role"> {
  /** Whether an admin gave the username. */
  username_given?: boolean;
}

export interface PersonQuery {
  /** Part of a name or username, ignoring case. */
  q?: string;
  role?: Role;
  /** The last id of the previous page. */
  after?: string;
  limit: number;
}

export interface PersonsDeps {
  db: Database;
  now(): number;
  /** Tables whose rows are deleted with the account. */
  account: readonly PersonTable[];
}

export class Persons {
  private readonly db: Database;
  private readonly now: () => number;
  private readonly account: readonly OwnedRows[];

  constructor({ db, now, account }: PersonsDeps) {
    this.db = db;
    this.now = now;
    this.account = account.map(ownedRows);
  }

  async get(id: string): Promise<Person | undefined> {
    return (await this.rows(eq(persons.id, id)))[0];
  }

  /** Like `get`, if the person may act here. */
  async standing(id: string): Promise<Person | undefined> {
    return (await this.rows(and(eq(persons.id, id), activePersonCondition())))[0];
  }

  /** Ignores case: `Ada` and `ada` are the same. */
  async byUsername(username: string): Promise<Person | undefined> {
    return (await this.rows(eq(sql`lower(${persons.username})`, username.toLowerCase())))[0];
  }

  /**
   * The person to whom an admin gave that username: a provider or a proxy that proves the name may sign in as
   * them.
   */
  async byGivenName(username: string): Promise<Person | undefined> {
    const isCalled = eq(sql`lower(${persons.username})`, username.toLowerCase());
    return (await this.rows(and(isCalled, eq(persons.username_given, true))))[0];
  }

  /** Sorted by id, which is the order of creation. Without clients. */
  async list({ q, role, after, limit }: PersonQuery): Promise<Person[]> {
    const wanted = [
      not(like(persons.id, "clt_%")),
      q === undefined ? undefined : named(q),
      role === undefined ? undefined : eq(persons.role, role),
      after === undefined ? undefined : gt(persons.id, after),
    ];
    return this.rows(and(...wanted), limit);
  }

  /** "username_taken" if somebody has that name already. */
  async create({ username_given = false, ...person }: NewPerson): Promise<Person | "username_taken"> {
    const at = this.now();
    const row = { ...person, created_at: at, updated_at: at, disabled_at: null };
    const made = await orTaken(this.db.insert(persons).values({ ...row, username_given }));
    return made === "username_taken" ? made : row;
  }

  /** Undefined if there is no such person. If two admins demote each other at once, one remains. */
  async change(
    id: string,
    change: PersonChange,
  ): Promise<Person | "username_taken" | "last_admin" | undefined> {
    const { disabled, username_given = false, ...fields } = change;
    const at = this.now();
    const given = fields.username === undefined ? {} : { username_given };
    const disabled_at = disabled ? sql`coalesce(${persons.disabled_at}, ${at})` : null;
    const changed = await orTaken(
      this.db
        .update(persons)
        .set({ ...fields, ...given, updated_at: at, ...(disabled !== undefined && { disabled_at }) })
        .where(and(eq(persons.id, id), takesAdminAway(change) ? this.mayLose(id) : undefined))
        .returning(),
    );
    if (changed === "username_taken") return changed;
    const row = changed[0];
    return row === undefined ? this.lastAdminOrNobody(id) : personOf(row);
  }

  /** Removes the person and their sign-in data, not the data they own. Undefined if there was none. */
  async remove(id: string): Promise<Person | "last_admin" | undefined> {
    const { db } = this;
    const gone = sql`not exists (select 1 from ${persons} where ${persons.id} = ${id})`;
    const [removed] = await db.batch([
      db
        .delete(persons)
        .where(and(eq(persons.id, id), this.mayLose(id)))
        .returning(),
      ...this.account.map(({ table, of }) => db.delete(table).where(and(of(id), gone))),
    ]);
    const row = removed[0];
    return row === undefined ? this.lastAdminOrNobody(id) : personOf(row);
  }

  /** Holds for anybody who is no active admin, and for an admin if there is another one. */
  private mayLose(id: string): SQL | undefined {
    const others = sql`select 1 from ${persons} as others
      where others.role = 'admin' and others.disabled_at is null and others.id <> ${id}`;
    return or(ne(persons.role, "admin"), sql`${persons.disabled_at} is not null`, sql`exists (${others})`);
  }

  private async lastAdminOrNobody(id: string): Promise<"last_admin" | undefined> {
    return (await this.get(id)) === undefined ? undefined : "last_admin";
  }

  private async rows(where: SQL | undefined, limit = 1): Promise<Person[]> {
    const rows = await this.db.select().from(persons).where(where).orderBy(asc(persons.id)).limit(limit);
    return rows.map(personOf);
  }
}

function named(part: string): SQL | undefined {
  const like = `%${part.replace(/[\\%_]/g, "\\$&")}%`;
  return or(sql`${persons.name} like ${like} escape '\\'`, sql`${persons.username} like ${like} escape '\\'`);
}

export function personOf({ username_given: _, ...row }: typeof persons.$inferSelect): Person {
  return { ...row, role: row.role as Role };
}

async function orTaken<T>(work: PromiseLike<T>): Promise<T | "username_taken"> {
  try {
    return await work;
  } catch (problem) {
    if (isTaken(problem, "persons_by_username")) return "username_taken";
    throw problem;
  }
}
