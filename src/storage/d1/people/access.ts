/** One-time sign-in links and sessions. Only hashes of their secrets are stored. */
import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Ids } from "../../../domain/ids.ts";
import { HOST_BOUND, LIFE_MS, type SessionKind } from "../../../people/session.ts";
import type { Database } from "../database.ts";
import { sessions, signinLinks } from "../schema/people.ts";
import { hashOf, newSecret } from "./secret.ts";

/** Purpose of a link: to sign in, or to set a new password without the old one. */
export type LinkPurpose = "signin" | "reset";

/** A reset link is passed on to its person by other means, which takes time. */
const LINK_MS: Record<LinkPurpose, number> = { signin: 15 * 60_000, reset: 86_400_000 };
/** Expired rows are deleted this long afterwards, when the next one is created. */
const KEPT_MS = 7 * 86_400_000;

export interface IssuedToken {
  /** The secret, shown once. */
  token: string;
  /** ms since the epoch. */
  expires_at: number;
}

export interface SessionWish {
  kind?: SessionKind;
  /** Whether only this host can set its cookie. */
  isHostBound?: boolean;
}

export interface AccessDeps {
  db: Database;
  ids: Ids;
  now(): number;
  random(bytes: Uint8Array): void;
}

export class Access {
  private readonly deps: AccessDeps;

  constructor(deps: AccessDeps) {
    this.deps = deps;
  }

  async createLink(owner: string, purpose: LinkPurpose = "signin"): Promise<IssuedToken> {
    const { db, now } = this.deps;
    const { token, token_hash } = await this.secret();
    const expires_at = now() + LINK_MS[purpose];
    await db.batch([
      db.delete(signinLinks).where(lt(signinLinks.expires_at, now() - KEPT_MS)),
      db.insert(signinLinks).values({ token_hash, owner, purpose, created_at: now(), expires_at }),
    ]);
    return { token, expires_at };
  }

  /** Returns the owner, once: undefined if the link was used, has expired or has another purpose. */
  async redeemLink(token: string, purpose: LinkPurpose): Promise<string | undefined> {
    const rows = await this.deps.db
      .update(signinLinks)
      .set({ used_at: this.deps.now() })
      .where(await this.isGood(token, purpose))
      .returning({ owner: signinLinks.owner });
    return rows[0]?.owner;
  }

  /** Like `redeemLink`, without using it up. */
  async ownerOfLink(token: string, purpose: LinkPurpose): Promise<string | undefined> {
    const rows = await this.deps.db
      .select({ owner: signinLinks.owner })
      .from(signinLinks)
      .where(await this.isGood(token, purpose));
    return rows[0]?.owner;
  }

  async createSession(
    owner: string,
    user_agent: string,
    { kind = "person", isHostBound = false }: SessionWish = {},
  ): Promise<IssuedToken> {
    const { db, ids, now } = this.deps;
    const { token, token_hash } = await this.secret(isHostBound ? HOST_BOUND : "");
    const expires_at = now() + LIFE_MS[kind];
    const session = {
      token_hash,
      id: ids.create("ses"),
      owner,
      kind,
      created_at: now(),
      last_seen_at: now(),
      expires_at,
      user_agent: user_agent.slice(0, 200),
    };
    await db.batch([
      db.delete(sessions).where(lt(sessions.expires_at, now() - KEPT_MS)),
      db.insert(sessions).values(session),
    ]);
    return { token, expires_at };
  }

  async revokeSession(token: string): Promise<void> {
    const { db } = this.deps;
    await db
      .update(sessions)
      .set({ revoked_at: sql`coalesce(${sessions.revoked_at}, ${this.deps.now()})` })
      .where(eq(sessions.token_hash, await hashOf(token)));
  }

  private async isGood(token: string, purpose: LinkPurpose): Promise<SQL | undefined> {
    return and(
      eq(signinLinks.token_hash, await hashOf(token)),
      eq(signinLinks.purpose, purpose),
      isNull(signinLinks.used_at),
      gt(signinLinks.expires_at, this.deps.now()),
    );
  }

  private async secret(prefix = ""): Promise<{ token: string; token_hash: string }> {
    const token = `${prefix}${newSecret(this.deps.random)}`;
    return { token, token_hash: await hashOf(token) };
  }
}
