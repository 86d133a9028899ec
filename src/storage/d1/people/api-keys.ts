/** API keys in D1. Only their hashes are stored. */
import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ids } from "../../../domain/ids.ts";
import { KEY_SCOPES, type KeyScope } from "../../../domain/key-scopes.ts";
import { type ApiKey, apiKeyOf } from "../../../people/api-key.ts";
import type { Person } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import { apiKeys, persons } from "../schema/people.ts";
import { activePersonCondition } from "./active-person.ts";
import { personOf } from "./persons.ts";
import { hashOf, newSecret } from "./secret.ts";

export type NewApiKey = Pick<
  ApiKey,
  "person_id" | "name" | "scopes" | "remembers" | "speaks_for_others" | "expires_at"
>;

/** A valid key and its person. */
export interface KeyHolder {
  key: ApiKey;
  person: Person;
}

export interface ApiKeysDeps {
  db: Database;
  ids: Ids;
  now(): number;
  random(bytes: Uint8Array): void;
}

export class ApiKeys {
  private readonly deps: ApiKeysDeps;

  constructor(deps: ApiKeysDeps) {
    this.deps = deps;
  }

  /** Returns the key itself, which is never shown again. */
  async create(wanted: NewApiKey): Promise<{ key: ApiKey; secret: string }> {
    const { db, ids, now, random } = this.deps;
    const secret = apiKeyOf(newSecret(random));
    const row = {
      ...wanted,
      id: ids.create("key"),
      last_four: secret.slice(-4),
      created_at: now(),
      last_used_at: null,
      revoked_at: null,
    };
    const hashed = { key_hash: await hashOf(secret), scopes: JSON.stringify(wanted.scopes) };
    await db.insert(apiKeys).values({ ...row, ...hashed });
    return { key: row, secret };
  }

  /** Undefined if the key is unknown, expired or revoked, or if its person may not sign in any more. */
  async bySecret(secret: string): Promise<KeyHolder | undefined> {
    return this.good(eq(apiKeys.key_hash, await hashOf(secret)));
  }

  /** Like `bySecret`, for a key that was valid before. */
  byId(id: string): Promise<KeyHolder | undefined> {
    return this.good(eq(apiKeys.id, id));
  }

  /** Newest first, including expired keys, without revoked ones. */
  async of(person_id: string): Promise<ApiKey[]> {
    const rows = await this.deps.db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.person_id, person_id), isNull(apiKeys.revoked_at)))
      .orderBy(desc(apiKeys.created_at), desc(apiKeys.id));
    return rows.map(keyOf);
  }

  /**
   * Takes effect from the next request. `person_id` undefined: anybody's key. Returns false if there is no
   * such key.
   */
  async revoke(id: string, person_id: string | undefined): Promise<boolean> {
    const theirs = person_id === undefined ? undefined : eq(apiKeys.person_id, person_id);
    const revoked = await this.deps.db
      .update(apiKeys)
      .set({ revoked_at: this.deps.now() })
      .where(and(eq(apiKeys.id, id), theirs, isNull(apiKeys.revoked_at)))
      .returning({ id: apiKeys.id });
    return revoked.length > 0;
  }

  async noteUse(id: string): Promise<void> {
    await this.deps.db.update(apiKeys).set({ last_used_at: this.deps.now() }).where(eq(apiKeys.id, id));
  }

  private async good(which: SQL): Promise<KeyHolder | undefined> {
    const [row] = await this.deps.db
      .select({ key: apiKeys, person: persons })
      .from(apiKeys)
      .innerJoin(persons, eq(persons.id, apiKeys.person_id))
      .where(and(which, isNull(apiKeys.revoked_at), this.isOpen(), activePersonCondition()))
      .limit(1);
    return row && { key: keyOf(row.key), person: personOf(row.person) };
  }

  private isOpen(): SQL {
    return or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, this.deps.now())) ?? sql`true`;
  }
}

/** An unknown scope, for example of a later release, grants nothing. */
const Stored = z.array(z.string());

function keyOf({ key_hash: _, scopes, ...row }: typeof apiKeys.$inferSelect): ApiKey {
  const stored = Stored.parse(JSON.parse(scopes));
  return { ...row, scopes: stored.filter((scope): scope is KeyScope => KEY_SCOPES.some((s) => s === scope)) };
}
