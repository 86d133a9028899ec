/**
 * Connections in D1, sealed, and the settings that follow from them. They are held in memory and read again behind the calls,
 * so that a change holds in every isolate within ten seconds and nobody waits for D1.
 */
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { effectiveSettings, trialSettings } from "../../../connections/effective-settings.ts";
import type { ConnectionKey, KeptConnection } from "../../../connections/ports.ts";
import { AppError } from "../../../domain/errors.ts";
import { parseJson } from "../../../platform/json.ts";
import type { Database } from "../database.ts";
import type { Sealer } from "../models/seal.ts";
import { connections } from "../schema/connections.ts";

interface D1ConnectionsOptions {
  db: Database;
  /** The settings file. */
  env: object;
  /** Undefined if the instance has no secret: then connections can be neither made nor read. */
  sealer: Sealer | undefined;
  now(): number;
  /** Called when a reading failed; later ones are tried all the same. */
  onFailure(problem: unknown): void;
}

const REFRESH_MS = 10_000;
const LONGEST_WAIT_MS = 2_000;
/** A shorter value would match ordinary words. */
const SHORTEST_SECRET = 8;

const Values = z.record(z.string(), z.string());

type Row = typeof connections.$inferSelect;

export class D1ConnectionStore {
  private readonly options: D1ConnectionsOptions;
  private kept: readonly KeptConnection[] = [];
  private effective: object;
  private readAt = Number.NEGATIVE_INFINITY;
  private hasLoaded = false;
  private edits = 0;

  constructor(options: D1ConnectionsOptions) {
    this.options = options;
    this.effective = options.env;
  }

  /** The settings file with the app's values. The same object until something changes. */
  settings(): object {
    if (this.options.now() - this.readAt > REFRESH_MS) void this.refresh();
    return this.effective;
  }

  /** Settings with these values in place of what is kept of that connection. */
  trial(trial: ConnectionKey & Pick<KeptConnection, "values">): object {
    return trialSettings(this.options.env, this.kept, trial);
  }

  get(key: ConnectionKey): KeptConnection | undefined {
    return this.kept.find(({ name, account }) => name === key.name && account === key.account);
  }

  list(): readonly KeptConnection[] {
    return this.kept;
  }

  /** For removing secrets from texts. Uses the last reading and never reads. */
  knownSecrets(): string[] {
    const values = this.kept.flatMap((each) => Object.values(each.values));
    return values.filter((value) => value.length >= SHORTEST_SECRET && !value.includes("://"));
  }

  /** Undefined once anything has been read; otherwise waits for the first reading, two seconds at most. */
  ready(): Promise<void> | undefined {
    if (this.hasLoaded) return undefined;
    return Promise.race([
      this.refresh(),
      new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
    ]);
  }

  /** Reads again unless the last reading is younger than that. Never rejects. */
  async anew(youngest_ms = 0): Promise<void> {
    if (this.options.now() - this.readAt >= youngest_ms) await this.refresh();
  }

  /** Throws an AppError if the instance has no secret to seal with. */
  async put({ name, account, values }: Omit<KeptConnection, "updated_at">): Promise<void> {
    const sealed = await this.sealer().seal(JSON.stringify(values), contextOf({ name, account }));
    const row = { sealed, updated_at: this.options.now() };
    await this.options.db
      .insert(connections)
      .values({ name, account, ...row })
      .onConflictDoUpdate({ target: [connections.name, connections.account], set: row });
    await this.reload();
  }

  /** Returns false if there is no such connection. */
  async remove({ name, account }: ConnectionKey): Promise<boolean> {
    const gone = await this.options.db
      .delete(connections)
      .where(and(eq(connections.name, name), eq(connections.account, account)))
      .returning({ name: connections.name });
    await this.reload();
    return gone.length > 0;
  }

  private sealer(): Sealer {
    const { sealer } = this.options;
    if (sealer) return sealer;
    throw new AppError(
      "conflict",
      'Nightjar can\'t encrypt keys without SESSION_SECRET. Set it in .dev.vars (locally) or with "wrangler secret put SESSION_SECRET".',
    );
  }

  /** A reading under way may have begun before the change, so this reads once more. */
  private reload(): Promise<void> {
    this.edits += 1;
    return this.refresh();
  }

  /** Never rejects. Each caller that waits reads for itself: a Durable Object must not await another one's promise. */
  private async refresh(): Promise<void> {
    const { db, now, onFailure } = this.options;
    const edits = this.edits;
    // Set before the reading, so that a failing database is not asked again by each call.
    this.readAt = now();
    try {
      const rows = await db.select().from(connections);
      const opened = await Promise.all(rows.map((row) => this.opened(row)));
      if (edits === this.edits) this.hold(opened.flatMap((each) => each ?? []));
    } catch (problem) {
      onFailure(problem);
    }
  }

  private hold(kept: readonly KeptConnection[]): void {
    this.hasLoaded = true;
    if (JSON.stringify(kept) === JSON.stringify(this.kept)) return;
    this.kept = kept;
    this.effective = effectiveSettings(this.options.env, kept);
  }

  /** Undefined for one that was sealed with another secret. */
  private async opened({ name, account, sealed, updated_at }: Row): Promise<KeptConnection | undefined> {
    const text = await this.options.sealer?.open(sealed, contextOf({ name, account }));
    const values = text === undefined ? undefined : Values.safeParse(parseJson(text)).data;
    return values && { name, account, values, updated_at };
  }
}

function contextOf({ name, account }: ConnectionKey): string {
  return `connection ${name} ${account}`;
}
