/** Sessions in D1: lookup, the list of devices, and revocation. Only hashes of cookies are stored. */
import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL } from "drizzle-orm";
import type { Person } from "../../../people/person.ts";
import { SESSION_KINDS, type Session } from "../../../people/session.ts";
import type { Database } from "../database.ts";
import { clients } from "../schema/clients.ts";
import { persons, sessions } from "../schema/people.ts";
import { activePersonCondition } from "./active-person.ts";
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

  /** Undefined if it has expired or was revoked, or if its person may not sign in any more. */
  async byToken(token: string): Promise<OpenSession | undefined> {
    return this.open(eq(sessions.token_hash, await hashOf(token)));
  }

  /** Like `byToken`, for a session that was open before. */
  byId(id: string): Promise<OpenSession | undefined> {
    return this.open(eq(sessions.id, id));
  }

  /** Open sessions, most recently used first, including those in which the person acts for a client. */
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

  /** Undefined if the person has no such session. */
  async rename(id: string, owner: string, device: string): Promise<Session | undefined> {
    const [row] = await this.db
      .update(sessions)
      .set({ device })
      .where(and(eq(sessions.id, id), this.areBegunBy(owner), this.isOpen()))
      .returning();
    return row && sessionOf(row);
  }

  /** Takes effect from the next request. Returns false if the person has no such session. */
  async revoke(id: string, owner: string): Promise<boolean> {
    return (await this.end(and(eq(sessions.id, id), this.areBegunBy(owner)))) > 0;
  }

  /** Revokes all of the person's sessions but the named one. Returns their number. */
  revokeAll(owner: string, but: string | undefined): Promise<number> {
    return this.end(and(this.areBegunBy(owner), but === undefined ? undefined : ne(sessions.id, but)));
  }

  /** A session that acts for a client is its keeper's to end. */
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
      .where(and(which, this.isOpen(), activePersonCondition()))
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
  // The migration gave ids to rows from before sessions had them.
  return { ...row, id: id ?? "", kind: SESSION_KINDS.find((known) => known === kind) ?? "person" };
}
