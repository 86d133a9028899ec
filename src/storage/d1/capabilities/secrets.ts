/** People's secrets for their capabilities: stored sealed, and never shown again. */
import { and, eq, inArray } from "drizzle-orm";
import type { SecretStore, SecretView } from "../../../capabilities/use/ports.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Database } from "../database.ts";
import type { Sealer } from "../models/seal.ts";
import { capabilitySecrets as secrets } from "../schema/capabilities.ts";

const HINT_LENGTH = 4;
/** Minimum length for a hint: for a shorter secret it would reveal too much. */
const SHORTEST_HINTED = 12;

export class D1SecretStore implements SecretStore {
  private readonly db: Database;
  private readonly sealer: Sealer | undefined;
  private readonly now: () => number;

  /** Seals secrets; without it they can't be stored. */
  constructor(db: Database, sealer: Sealer | undefined, now: () => number) {
    this.db = db;
    this.sealer = sealer;
    this.now = now;
  }

  list(owner: string): Promise<SecretView[]> {
    const { name, hint, updated_at } = secrets;
    return this.db
      .select({ name, hint, updated_at })
      .from(secrets)
      .where(eq(secrets.owner, owner))
      .orderBy(secrets.name);
  }

  async put(owner: string, name: string, value: string): Promise<void> {
    if (!this.sealer)
      throw new AppError(
        "conflict",
        "Secrets can't be kept here: set SESSION_SECRET first, with which they are encrypted.",
      );
    const sealed = await this.sealer.seal(value, contextOf(owner, name));
    const hint = value.length < SHORTEST_HINTED ? "" : value.slice(-HINT_LENGTH);
    const row = { sealed, hint, updated_at: this.now() };
    await this.db
      .insert(secrets)
      .values({ owner, name, ...row })
      .onConflictDoUpdate({ target: [secrets.owner, secrets.name], set: row });
  }

  async remove(owner: string, name: string): Promise<boolean> {
    const gone = await this.db
      .delete(secrets)
      .where(and(eq(secrets.owner, owner), eq(secrets.name, name)))
      .returning({ name: secrets.name });
    return gone.length > 0;
  }

  async open(owner: string, names: readonly string[]): Promise<Map<string, string>> {
    const opened = new Map<string, string>();
    if (names.length === 0) return opened;
    const rows = await this.db
      .select()
      .from(secrets)
      .where(and(eq(secrets.owner, owner), inArray(secrets.name, [...names])));
    for (const { name, sealed } of rows) {
      const value = await this.sealer?.open(sealed, contextOf(owner, name));
      if (value !== undefined) opened.set(name, value);
    }
    return opened;
  }
}

function contextOf(owner: string, name: string): string {
  return `secret ${owner} ${name}`;
}
