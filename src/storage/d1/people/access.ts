/** One-time sign-in links and sessions. Only hashes of their secrets are stored. */
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { sessions, signinLinks } from "../schema/core.ts";

const LINK_MS = 15 * 60_000;
const SESSION_MS = 30 * 86_400_000;
/** What has ended is deleted after that, when the next one is made. */
const KEPT_MS = 7 * 86_400_000;

export interface Issued {
  /** The secret, shown once. */
  token: string;
  /** ms since the epoch. */
  expires_at: number;
}

export interface AccessDeps {
  db: Database;
  now(): number;
  random(bytes: Uint8Array): void;
}

export class Access {
  private readonly deps: AccessDeps;

  constructor(deps: AccessDeps) {
    this.deps = deps;
  }

  async createLink(owner: string): Promise<Issued> {
    const { db, now } = this.deps;
    const { token, token_hash } = await this.secret();
    const expires_at = now() + LINK_MS;
    await db.batch([
      db.delete(signinLinks).where(lt(signinLinks.expires_at, now() - KEPT_MS)),
      db.insert(signinLinks).values({ token_hash, owner, created_at: now(), expires_at }),
    ]);
    return { token, expires_at };
  }

  /** The owner, once: a link that was used or has expired gives undefined. */
  async redeemLink(token: string): Promise<string | undefined> {
    const { db, now } = this.deps;
    const rows = await db
      .update(signinLinks)
      .set({ used_at: now() })
      .where(
        and(
          eq(signinLinks.token_hash, await hashOf(token)),
          isNull(signinLinks.used_at),
          gt(signinLinks.expires_at, now()),
        ),
      )
      .returning({ owner: signinLinks.owner });
    return rows[0]?.owner;
  }

  async createSession(owner: string, user_agent: string): Promise<Issued> {
    const { db, now } = this.deps;
    const { token, token_hash } = await this.secret();
    const expires_at = now() + SESSION_MS;
    const session = {
      token_hash,
      owner,
      created_at: now(),
      expires_at,
      user_agent: user_agent.slice(0, 200),
    };
    await db.batch([
      db.delete(sessions).where(lt(sessions.expires_at, now() - KEPT_MS)),
      db.insert(sessions).values(session),
    ]);
    return { token, expires_at };
  }

  async sessionOwner(token: string): Promise<string | undefined> {
    const { db, now } = this.deps;
    const rows = await db
      .select({ owner: sessions.owner })
      .from(sessions)
      .where(
        and(
          eq(sessions.token_hash, await hashOf(token)),
          isNull(sessions.revoked_at),
          gt(sessions.expires_at, now()),
        ),
      )
      .limit(1);
    return rows[0]?.owner;
  }

  async revokeSession(token: string): Promise<void> {
    const { db } = this.deps;
    await db
      .update(sessions)
      .set({ revoked_at: sql`coalesce(${sessions.revoked_at}, ${this.deps.now()})` })
      .where(eq(sessions.token_hash, await hashOf(token)));
  }

  private async secret(): Promise<{ token: string; token_hash: string }> {
    const bytes = new Uint8Array(32);
    this.deps.random(bytes);
    const token = base64url(bytes);
    return { token, token_hash: await hashOf(token) };
  }
}

async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return base64url(new Uint8Array(digest));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
