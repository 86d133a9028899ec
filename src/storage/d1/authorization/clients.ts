/** Clients of the authorization server in D1. */
import { and, count, eq, gt, lt } from "drizzle-orm";
import type { OAuthClient, OAuthClients } from "../../../authorization/client.ts";
import type { Database } from "../database.ts";
import { oauthClients } from "../schema/authorization.ts";

/** Anybody may register: beyond that many nobody is taken until some have ended. */
const MOST_CLIENTS = 2_000;

export class D1OAuthClients implements OAuthClients {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  async get(id: string): Promise<OAuthClient | undefined> {
    const isOpen = and(eq(oauthClients.id, id), gt(oauthClients.expires_at, this.now()));
    return (await this.db.select().from(oauthClients).where(isOpen).limit(1))[0];
  }

  async put(client: OAuthClient): Promise<boolean> {
    const [, [counted]] = await this.db.batch([
      this.db.delete(oauthClients).where(lt(oauthClients.expires_at, this.now())),
      this.db.select({ kept: count() }).from(oauthClients),
    ]);
    if ((counted?.kept ?? 0) >= MOST_CLIENTS) return false;
    const { id: _, ...changed } = client;
    await this.db
      .insert(oauthClients)
      .values(client)
      .onConflictDoUpdate({ target: oauthClients.id, set: changed });
    return true;
  }

  async extend(id: string, until: number): Promise<void> {
    await this.db
      .update(oauthClients)
      .set({ expires_at: until })
      .where(and(eq(oauthClients.id, id), lt(oauthClients.expires_at, until)));
  }
}
