/** Sessions in D1: whose they are, the list of devices, and their end. Only hashes of cookies are stored. */
import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL } from "drizzle-orm";
import type { Person } from "../../../people/person.ts";
import { SESSION_KINDS, type Session } from "../../../people/session.ts";
import type { Database } from "../database.ts";
import { clients } from "../schema/clients.ts";
import { persons, sessions } from "../schema/people.ts";
import { mayBeHere } from "./may-be-here.ts";
import { personOf } from "./persons.ts";
import { hashOf } from "./secret.ts";

export interface OpenSession {
  session: Session;
  person: Person;
}

export class Sessions {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** undefined when it has ended or was revoked, or when its person may not sign in any more. */
  async byToken(token: string): Promise<OpenSession | undefined> {
    return this.open(eq(sessions.token_hash, await hashOf(token)));
  }

  /** The same, of a session that was open before. */
  byId(id: string): Promise<OpenSession | undefined> {
    return this.open(eq(sessions.id, id));
  }

  /** Those that are open, the one that was used last first; those too in which that person acts for a client. */
  async of(owner: string): Promise<Session[]> {
    const rows = await this.db
      .select()
      .from(sessions)
      .where(and(this.areBegunBy(owner), this.isOpen()))
      .orderBy(desc(sessions.last_seen_at), desc(sessions.created_at));
    return rows.map(sessionOf);
  }

  async change(id: string, change: Partial<Pick<Session, "expires_at" | "last_seen_at">>): Promise<void> {
    await this.db
      .update(sessions)
      .set(change)
      .where(and(eq(sessions.id, id), isNull(sessions.revoked_at)));
  }

  /** undefined when that person has no such session. */
  async rename(id: string, owner: string, device: string): Promise<Session | undefined> {
    const [row] = await this.db
      .update(sessions)
      .set({ device })
      .where(and(eq(sessions.id, id), this.areBegunBy(owner), this.isOpen()))
      .returning();
    return row && sessionOf(row);
  }

  /** From the next request on. false when that person has no such session. */
  async revoke(id: string, owner: string): Promise<boolean> {
    return (await this.end(and(eq(sessions.id, id), this.areBegunBy(owner)))) > 0;
  }

  /** All of that person, but the one that is named. Answers how many there were. */
  revokeAll(owner: string, but: string | undefined): Promise<number> {
    return this.end(and(this.areBegunBy(owner), but === undefined ? undefined : ne(sessions.id, but)));
  }

  /** Whoever acts for a client comes back as its keeper: such a session is the keeper's to end. */
  private areBegunBy(person: string): SQL | undefined {
    const kept = this.db.select({ id: clients.id }).from(clients).where(eq(clients.owner, person));
    const forClient = and(eq(sessions.kind, "client"), inArray(sessions.owner, kept));
    return or(eq(sessions.owner, person), forClient);
  }

  private async end(which: SQL | undefined): Promise<number> {
    const ended = await this.db
      .update(sessions)
      .set({ revoked_at: this.now() })
      .where(and(which, this.isOpen()))
      .returning({ id: sessions.id });
    return ended.length;
  }

  private async open(which: SQL): Promise<OpenSession | undefined> {
    const [row] = await this.db
      .select({ session: sessions, person: persons })
      .from(sessions)
      .innerJoin(persons, eq(persons.id, sessions.owner))
      .where(and(which, this.isOpen(), mayBeHere()))
      .limit(1);
    return row && { session: sessionOf(row.session), person: personOf(row.person) };
  }

  private isOpen(): SQL | undefined {
    return and(isNull(sessions.revoked_at), gt(sessions.expires_at, this.now()));
  }
}

function sessionOf({
  token_hash: _,
  revoked_at: __,
  id,
  kind,
  ...row
}: typeof sessions.$inferSelect): Session {
  // Rows from before sessions had ids were given theirs by the migration.
  return { ...row, id: id ?? "", kind: SESSION_KINDS.find((known) => known === kind) ?? "person" };
}
