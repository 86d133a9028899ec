/** Codes and tokens of connected apps in D1. Only hashes are stored; what has ended is deleted when more is stored. */
import { and, eq, gt, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import {
  ACCESS_MS,
  APP_MS,
  CODE_MS,
  type CodeBinding,
  type IssuedTokens,
  type NewApp,
  type OAuthTokens,
  type RedeemedCode,
} from "../../../authorization/tokens.ts";
import type { Ids } from "../../../domain/ids.ts";
import { accessTokenOf, type ConnectedApp } from "../../../people/connected-app.ts";
import type { Database } from "../database.ts";
import { type ConnectedApps, connectedAppOf } from "../people/connected-apps.ts";
import { hashOf, newSecret } from "../people/secret.ts";
import { connectedApps, oauthTokens } from "../schema/authorization.ts";

/** A used refresh token is remembered so long, to notice that somebody else has it. */
const REMEMBERED_MS = 7 * 86_400_000;

type Kind = "code" | "access" | "refresh";

export interface TokensDeps {
  db: Database;
  ids: Ids;
  now(): number;
  random(bytes: Uint8Array): void;
  /** Ends an app, also for what it has open. */
  apps: Pick<ConnectedApps, "disconnect">;
}

export class D1OAuthTokens implements OAuthTokens {
  private readonly deps: TokensDeps;

  constructor(deps: TokensDeps) {
    this.deps = deps;
  }

  async allow(app: NewApp, binding: CodeBinding): Promise<string> {
    const { db, ids, now, random } = this.deps;
    const [id, code, expires_at] = [ids.create("app"), `njc_${newSecret(random)}`, now() + CODE_MS];
    await db.batch([
      db.delete(oauthTokens).where(lt(oauthTokens.expires_at, now() - CODE_MS)),
      db.delete(connectedApps).where(lt(connectedApps.expires_at, now())),
      db.insert(connectedApps).values({ ...app, id, created_at: now(), expires_at }),
      db.insert(oauthTokens).values({
        ...binding,
        ...{ token_hash: await hashOf(code), app_id: id, person_id: app.person_id, kind: "code", expires_at },
      }),
    ]);
    return code;
  }

  async redeem(code: string): Promise<RedeemedCode | undefined> {
    const row = await this.use(code, "code");
    const app = row && (await this.app(eq(connectedApps.id, row.app_id)));
    if (row === undefined || app === undefined) return undefined;
    return { app, redirect_uri: row.redirect_uri ?? "", challenge: row.challenge ?? "" };
  }

  async issue(app: ConnectedApp): Promise<IssuedTokens> {
    const { db, now, random } = this.deps;
    const [access_token, refresh_token] = [accessTokenOf(newSecret(random)), `njr_${newSecret(random)}`];
    const owned = { app_id: app.id, person_id: app.person_id };
    const [access, refresh] = await Promise.all([hashOf(access_token), hashOf(refresh_token)]);
    const until = now() + APP_MS;
    await db.batch([
      db.delete(oauthTokens).where(lt(oauthTokens.expires_at, now() - CODE_MS)),
      db
        .update(connectedApps)
        .set({ connected_at: now(), expires_at: until })
        .where(eq(connectedApps.id, app.id)),
      db.insert(oauthTokens).values([
        { ...owned, token_hash: access, kind: "access", expires_at: now() + ACCESS_MS },
        { ...owned, token_hash: refresh, kind: "refresh", expires_at: until },
      ]),
    ]);
    return { access_token, refresh_token, app };
  }

  async appOf(refresh_token: string): Promise<ConnectedApp | undefined> {
    const [row] = await this.rows(await hashOf(refresh_token), "refresh");
    return row && this.app(eq(connectedApps.id, row.app_id));
  }

  async spend(refresh_token: string): Promise<boolean> {
    const used = await this.use(refresh_token, "refresh");
    if (used === undefined) return false;
    const { db, now } = this.deps;
    await db
      .update(oauthTokens)
      .set({ expires_at: now() + REMEMBERED_MS })
      .where(eq(oauthTokens.token_hash, used.token_hash));
    return true;
  }

  async revoke(token: string, client_id: string): Promise<void> {
    const { db, apps } = this.deps;
    const hash = await hashOf(token);
    const [row] = await this.rows(hash);
    const app = row && (await this.app(eq(connectedApps.id, row.app_id)));
    if (row === undefined || app?.client_id !== client_id) return;
    if (row.kind === "refresh") await apps.disconnect(app.id, app.person_id);
    else await db.delete(oauthTokens).where(eq(oauthTokens.token_hash, hash));
  }

  /** Marks it as used, once. A second use means that two have it, and nobody can tell which of them is the app. */
  private async use(secret: string, kind: Kind) {
    const { db, now, apps } = this.deps;
    const hash = await hashOf(secret);
    const [used] = await db
      .update(oauthTokens)
      .set({ used_at: now() })
      .where(and(eq(oauthTokens.token_hash, hash), this.isOpen(kind), isNull(oauthTokens.used_at)))
      .returning();
    if (used !== undefined) return used;
    const [again] = await this.rows(hash, kind, isNotNull(oauthTokens.used_at));
    if (again) await apps.disconnect(again.app_id, again.person_id);
    return undefined;
  }

  private rows(hash: string, kind?: Kind, more?: SQL) {
    const which = kind && this.isOpen(kind);
    return this.deps.db
      .select()
      .from(oauthTokens)
      .where(and(eq(oauthTokens.token_hash, hash), which, more));
  }

  private isOpen(kind: Kind): SQL | undefined {
    return and(eq(oauthTokens.kind, kind), gt(oauthTokens.expires_at, this.deps.now()));
  }

  private async app(which: SQL): Promise<ConnectedApp | undefined> {
    const [row] = await this.deps.db.select().from(connectedApps).where(which).limit(1);
    return row && connectedAppOf(row);
  }
}
