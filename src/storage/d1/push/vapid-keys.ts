/** The key pair that identifies this instance to push services: created on first use, sealed in D1. */
import { eq } from "drizzle-orm";
import { createVapidKeys, type VapidKeys } from "../../../push/vapid.ts";
import type { Database } from "../database.ts";
import { instanceKeys } from "../schema/inbox.ts";

/** Seals and unseals the private key. */
interface Sealing {
  seal(text: string, context: string): Promise<string>;
  /** Undefined if it was sealed with another secret. */
  open(sealed: string, context: string): Promise<string | undefined>;
}

const NAME = "vapid";
const CONTEXT = "instance key vapid";

export class VapidKeyStore {
  private readonly db: Database;
  private readonly sealer: Sealing | undefined;
  /**
   * A caller that finds nothing cached reads for itself: a Durable Object must not await another object's
   * promise.
   */
  private known: VapidKeys | undefined;

  constructor(db: Database, sealer: Sealing | undefined) {
    this.db = db;
    this.sealer = sealer;
  }

  /** Undefined if there is no secret to seal them with. Rejects when D1 does. */
  async get(): Promise<VapidKeys | undefined> {
    const { sealer } = this;
    if (!sealer) return undefined;
    this.known ??= await this.stored(sealer);
    return this.known;
  }

  /** If the secret has changed, new keys replace the old ones, and browsers subscribe again. */
  private async stored(sealer: Sealing): Promise<VapidKeys> {
    const before = await this.row();
    const opened = before && (await sealer.open(before.sealed, CONTEXT));
    if (before && opened !== undefined) return { public_key: before.public_key, private_key: opened };
    const made = await createVapidKeys();
    const row = { public_key: made.public_key, sealed: await sealer.seal(made.private_key, CONTEXT) };
    await (before ? this.replace(before.sealed, row) : this.insert(row));
    const stands = await this.row();
    const private_key = stands && (await sealer.open(stands.sealed, CONTEXT));
    if (!stands || private_key === undefined) throw new Error("the keys for notifications were not kept");
    return { public_key: stands.public_key, private_key };
  }

  private async row() {
    return (await this.db.select().from(instanceKeys).where(eq(instanceKeys.name, NAME)).limit(1))[0];
  }

  /** If two isolates create keys, the first one's are used. */
  private async insert(row: { public_key: string; sealed: string }): Promise<void> {
    await this.db
      .insert(instanceKeys)
      .values({ name: NAME, ...row })
      .onConflictDoNothing();
  }

  private async replace(sealed: string, row: { public_key: string; sealed: string }): Promise<void> {
    await this.db.update(instanceKeys).set(row).where(eq(instanceKeys.sealed, sealed));
  }
}
