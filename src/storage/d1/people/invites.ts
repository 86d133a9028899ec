/** Invites in D1, and their redemptions. */
import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Role } from "../../../domain/principal.ts";
import { type Invite, newInviteCode, plainInviteCode } from "../../../people/invite.ts";
import type { Person } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { inviteRedemptions, invites, persons } from "../schema/people.ts";
import { type Newcomer, redeemInvite } from "./redeem-invite.ts";
import { hashOf } from "./secret.ts";

export type NewInvite = Pick<Invite, "id" | "name" | "role" | "max_uses" | "expires_at" | "created_by">;

/** Absent fields stay unchanged. */
export interface InviteChange extends Partial<Pick<Invite, "name" | "max_uses" | "expires_at">> {
  disabled?: boolean;
}

export interface Redemption {
  person_id: string;
  /** null: the person was deleted. */
  name: string | null;
  /** ms since the epoch. */
  redeemed_at: number;
}

export interface InvitesDeps {
  db: Database;
  now(): number;
  random(bytes: Uint8Array): void;
}

export class Invites {
  private readonly deps: InvitesDeps;

  constructor(deps: InvitesDeps) {
    this.deps = deps;
  }

  /** Returns the code, which is never shown again. */
  async create(invite: NewInvite): Promise<{ invite: Invite; code: string }> {
    const code = newInviteCode(this.deps.random);
    const row = {
      ...invite,
      code_hint: code.slice(-4),
      created_at: this.deps.now(),
      disabled_at: null,
    };
    await this.deps.db.insert(invites).values({ ...row, code_hash: await hashOfCode(code) });
    return { invite: { ...row, uses: 0 }, code };
  }

  async get(id: string): Promise<Invite | undefined> {
    return (await this.rows(eq(invites.id, id)))[0];
  }

  /** Newest first. */
  list(): Promise<Invite[]> {
    return this.rows(undefined);
  }

  async byCode(code: string): Promise<Invite | undefined> {
    return (await this.rows(eq(invites.code_hash, await hashOfCode(code))))[0];
  }

  /** Undefined if there is no such invite. People who redeemed it keep their access. */
  async change(id: string, { disabled, ...fields }: InviteChange): Promise<Invite | undefined> {
    const disabled_at = disabled ? sql`coalesce(${invites.disabled_at}, ${this.deps.now()})` : null;
    const set = { ...fields, ...(disabled !== undefined && { disabled_at }) };
    if (Object.keys(set).length > 0) await this.deps.db.update(invites).set(set).where(eq(invites.id, id));
    return this.get(id);
  }

  /** Removes its redemptions too. Undefined if there was none. */
  async remove(id: string): Promise<Invite | undefined> {
    const invite = await this.get(id);
    const { db } = this.deps;
    await db.batch([
      db.delete(invites).where(eq(invites.id, id)),
      db.delete(inviteRedemptions).where(eq(inviteRedemptions.invite_id, id)),
    ]);
    return invite;
  }

  /** Whether that person has redeemed that invite. */
  async hasRedeemed(id: string, person: string): Promise<boolean> {
    const { invite_id, person_id } = inviteRedemptions;
    const mine = and(eq(invite_id, id), eq(person_id, person));
    const rows = await this.deps.db.select({ invite_id }).from(inviteRedemptions).where(mine).limit(1);
    return rows.length > 0;
  }

  /** Its redemptions, newest first. */
  redemptions(id: string): Promise<Redemption[]> {
    const { invite_id, person_id, redeemed_at } = inviteRedemptions;
    return this.deps.db
      .select({ person_id, name: persons.name, redeemed_at })
      .from(inviteRedemptions)
      .leftJoin(persons, eq(persons.id, person_id))
      .where(eq(invite_id, id))
      .orderBy(desc(redeemed_at));
  }

  /**
   * Returns the new person, or the guest with their new role; undefined if the code is not valid (any more).
   */
  async redeem(code: string, who: Newcomer): Promise<Person | "username_taken" | undefined> {
    return redeemInvite(this.deps.db, { code_hash: await hashOfCode(code), who, at: this.deps.now() });
  }

  private async rows(where: SQL | undefined): Promise<Invite[]> {
    const rows = await this.deps.db
      .select({ invite: invites, uses: count(inviteRedemptions.person_id) })
      .from(invites)
      .leftJoin(inviteRedemptions, eq(inviteRedemptions.invite_id, invites.id))
      .where(where)
      .groupBy(invites.id)
      .orderBy(desc(invites.created_at), desc(invites.id));
    return rows.map(({ invite: { code_hash: _, ...invite }, uses }) => ({
      ...invite,
      role: invite.role as Role,
      uses,
    }));
  }
}

function hashOfCode(typed: string): Promise<string> {
  return hashOf(plainInviteCode(typed));
}
