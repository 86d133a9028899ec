/** Connected apps in D1: lookup by their access tokens, the list of a person's, and their end. */
import { and, desc, eq, gt, isNotNull, type SQL } from "drizzle-orm";
import { KEY_SCOPES, type KeyScope } from "../../../domain/key-scopes.ts";
import type { ConnectedApp } from "../../../people/connected-app.ts";
import type { Person } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { connectedApps, oauthTokens } from "../schema/authorization.ts";
import { persons } from "../schema/people.ts";
import { activePersonCondition } from "./active-person.ts";
import { personOf } from "./persons.ts";
import { hashOf } from "./secret.ts";

/** An app that may be used, and its person. */
export interface AppHolder {
  app: ConnectedApp;
  person: Person;
}

export class ConnectedApps {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** Undefined if the token is unknown or has expired, its app was disconnected, or its person may not sign in any more. */
  async byAccessToken(token: string): Promise<AppHolder | undefined> {
    const [row] = await this.db
      .select({ app: connectedApps, person: persons })
      .from(oauthTokens)
      .innerJoin(connectedApps, eq(connectedApps.id, oauthTokens.app_id))
      .innerJoin(persons, eq(persons.id, connectedApps.person_id))
      .where(
        and(
          eq(oauthTokens.token_hash, await hashOf(token)),
          eq(oauthTokens.kind, "access"),
          gt(oauthTokens.expires_at, this.now()),
          activePersonCondition(),
        ),
      )
      .limit(1);
    return row && { app: connectedAppOf(row.app), person: personOf(row.person) };
  }

  /** The app with its person, as long as it is connected. */
  async byId(id: string): Promise<AppHolder | undefined> {
    const [row] = await this.db
      .select({ app: connectedApps, person: persons })
      .from(connectedApps)
      .innerJoin(persons, eq(persons.id, connectedApps.person_id))
      .where(and(eq(connectedApps.id, id), this.isConnected(), activePersonCondition()))
      .limit(1);
    return row && { app: connectedAppOf(row.app), person: personOf(row.person) };
  }

  /** Newest first. */
  async of(person_id: string): Promise<ConnectedApp[]> {
    const rows = await this.db
      .select()
      .from(connectedApps)
      .where(and(eq(connectedApps.person_id, person_id), this.isConnected()))
      .orderBy(desc(connectedApps.created_at), desc(connectedApps.id));
    return rows.map(connectedAppOf);
  }

  /** Takes effect from the next request. `person_id` undefined: anybody's. Returns false if there is no such app. */
  async disconnect(id: string, person_id: string | undefined): Promise<boolean> {
    const theirs = person_id === undefined ? undefined : eq(connectedApps.person_id, person_id);
    const removed = await this.db
      .delete(connectedApps)
      .where(and(eq(connectedApps.id, id), theirs))
      .returning({ id: connectedApps.id });
    if (removed.length === 0) return false;
    await this.db.delete(oauthTokens).where(eq(oauthTokens.app_id, id));
    return true;
  }

  async noteUse(id: string): Promise<void> {
    await this.db.update(connectedApps).set({ last_used_at: this.now() }).where(eq(connectedApps.id, id));
  }

  private isConnected(): SQL | undefined {
    return and(isNotNull(connectedApps.connected_at), gt(connectedApps.expires_at, this.now()));
  }
}

/** An unknown scope, for example of a later release, grants nothing. */
export function connectedAppOf({
  connected_at: _,
  expires_at: __,
  scopes,
  ...row
}: typeof connectedApps.$inferSelect): ConnectedApp {
  return { ...row, scopes: scopes.filter((scope): scope is KeyScope => KEY_SCOPES.some((s) => s === scope)) };
}
