/** Rows of shared links in D1. Of a token only the hash is stored. */
import { and, count, desc, eq, gt, isNull, lte, ne, notInArray, or, type SQL } from "drizzle-orm";
import { FIRST_PERSON } from "../../../people/person.ts";
import {
  type LinkRows,
  type LinkUpdate,
  type SharedLink,
  type SharedLinkId,
  type StoredLink,
  withoutFiles,
} from "../../../shared-links/link.ts";
import type { Database } from "../database.ts";
import type { InstanceChoices } from "../instance/choices.ts";
import { hashOf, newSecret } from "../people/secret.ts";
import { persons } from "../schema/people.ts";
import { sharedLinks } from "../schema/shared-links.ts";

/** Choice of an admin; no row: allowed. */
const SHARING = "sharing_by_link";

export interface LinkRowsDeps {
  db: Database;
  choices: InstanceChoices;
  now(): number;
  random(bytes: Uint8Array): void;
}

export class D1LinkRows implements LinkRows {
  private readonly deps: LinkRowsDeps;

  constructor(deps: LinkRowsDeps) {
    this.deps = deps;
  }

  async add(link: StoredLink): Promise<string> {
    const token = newSecret(this.deps.random);
    await this.deps.db.insert(sharedLinks).values({ ...link, token_hash: await hashOf(token) });
    return token;
  }

  async count(owner: string): Promise<number> {
    const query = this.deps.db
      .select({ kept: count() })
      .from(sharedLinks)
      .where(eq(sharedLinks.owner, owner));
    return (await query)[0]?.kept ?? 0;
  }

  async list(owner: string, conversation?: string): Promise<SharedLink[]> {
    const isThere = conversation === undefined ? undefined : eq(sharedLinks.conversation_id, conversation);
    const links = await this.rows(and(eq(sharedLinks.owner, owner), isThere, this.isOpen()));
    return links.map(withoutFiles);
  }

  async get(id: string): Promise<StoredLink | undefined> {
    return (await this.rows(and(eq(sharedLinks.id, id), this.isOpen())))[0];
  }

  async byToken(token: string): Promise<StoredLink | undefined> {
    return (await this.rows(and(eq(sharedLinks.token_hash, await hashOf(token)), this.isOpen())))[0];
  }

  async replace(link: StoredLink, update: LinkUpdate): Promise<boolean> {
    const isSame = and(eq(sharedLinks.id, link.id), eq(sharedLinks.files, link.files), this.isOpen());
    const query = this.deps.db.update(sharedLinks).set(update).where(isSame);
    return (await query.returning({ id: sharedLinks.id })).length > 0;
  }

  async end(id: string): Promise<void> {
    await this.deps.db.update(sharedLinks).set({ expires_at: 0 }).where(eq(sharedLinks.id, id));
  }

  async remove(id: string): Promise<void> {
    await this.deps.db.delete(sharedLinks).where(eq(sharedLinks.id, id));
  }

  ofOwner(owner: string): Promise<StoredLink[]> {
    return this.rows(eq(sharedLinks.owner, owner));
  }

  ofConversation(id: string): Promise<StoredLink[]> {
    return this.rows(eq(sharedLinks.conversation_id, id));
  }

  stale(most: number): Promise<StoredLink[]> {
    const { db, now } = this.deps;
    const present = db.select({ id: persons.id }).from(persons);
    const isOrphaned = and(ne(sharedLinks.owner, FIRST_PERSON), notInArray(sharedLinks.owner, present));
    return this.rows(or(lte(sharedLinks.expires_at, now()), isOrphaned), most);
  }

  async isAllowed(): Promise<boolean> {
    return (await this.deps.choices.read(SHARING)).get(SHARING) !== false;
  }

  allow(allowed: boolean): Promise<void> {
    return this.deps.choices.write(SHARING, allowed);
  }

  private isOpen(): SQL | undefined {
    return or(isNull(sharedLinks.expires_at), gt(sharedLinks.expires_at, this.deps.now()));
  }

  /** Newest first. */
  private async rows(where: SQL | undefined, most = 1_000): Promise<StoredLink[]> {
    const { created_at, id } = sharedLinks;
    const query = this.deps.db.select().from(sharedLinks).where(where).orderBy(desc(created_at), desc(id));
    return (await query.limit(most)).map(({ token_hash: _hash, ...row }) => ({
      ...row,
      id: row.id as SharedLinkId,
    }));
  }
}
