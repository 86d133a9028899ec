/** Agents and people who have a collection: read behind the turns, and never waited for. */
import { openDatabase } from "../../storage/d1/database.ts";
import { collections } from "../../storage/d1/schema/files/collections.ts";
import type { Services } from "./services.ts";

const FRESH_MS = 10_000;

export class CollectionReach {
  private readonly services: Pick<Services, "env" | "now" | "log">;
  private agents: ReadonlySet<string> = new Set();
  private owners: ReadonlySet<string> = new Set();
  private readAt = Number.NEGATIVE_INFINITY;

  /** Reads for the first time, so that the first turn may know already. */
  constructor(services: Pick<Services, "env" | "now" | "log">) {
    this.services = services;
    void this.refresh();
  }

  has(agent: string, owner: string): boolean {
    if (this.services.now() - this.readAt > FRESH_MS) void this.refresh();
    return this.owners.has(owner) || this.agents.has(agent);
  }

  /** Reads again. Never rejects. */
  async refresh(): Promise<void> {
    const { now, log } = this.services;
    this.readAt = now();
    await this.read().catch((problem: unknown) =>
      log.warn("collections_not_read", { problem: String(problem) }),
    );
  }

  private async read(): Promise<void> {
    const { owner, agents } = collections;
    const rows = await openDatabase(this.services.env.DB).select({ owner, agents }).from(collections);
    this.owners = new Set(rows.map((row) => row.owner));
    this.agents = new Set(rows.flatMap((row) => JSON.parse(row.agents) as string[]));
  }
}
