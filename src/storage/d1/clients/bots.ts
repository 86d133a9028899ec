/** Cache of clients' bots for the front door, so that the first token does not wait for D1. */
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Source } from "../../../domain/inbound.ts";
import type { BotClient } from "../../../routing/senders.ts";
import type { Database } from "../database.ts";
import { clientAccounts, clients } from "../schema/clients.ts";
import { persons } from "../schema/people.ts";

/** How long a change made elsewhere may go unseen here. */
const FRESH_MS = 2_000;
/** An older reading is not used until it has been read again. */
const STALE_MS = 30_000;

export class ClientBots {
  private readonly db: Database;
  private readonly now: () => number;
  private known: { bots: ReadonlyMap<string, BotClient>; read_at: number } | undefined;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** Undefined if the bot is no client's. Rejects when D1 fails and no recent reading is cached. */
  of(source: Source): BotClient | undefined | Promise<BotClient | undefined> {
    const age = this.known ? this.now() - this.known.read_at : STALE_MS;
    if (!this.known || age >= STALE_MS) return this.read().then((bots) => bots.get(keyOf(source)));
    if (age >= FRESH_MS) void this.read().catch(() => undefined);
    return this.known.bots.get(keyOf(source));
  }

  /** Call it after a change in this isolate. */
  forget(): void {
    this.known = undefined;
  }

  private async read(): Promise<ReadonlyMap<string, BotClient>> {
    const read_at = this.now();
    const keepers = alias(persons, "keepers");
    const rows = await this.db
      .select({ bot: clientAccounts, owner: clients.owner, of: persons.disabled_at, by: keepers.disabled_at })
      .from(clientAccounts)
      .innerJoin(clients, eq(clients.id, clientAccounts.client_id))
      .innerJoin(persons, eq(persons.id, clients.id))
      .innerJoin(keepers, eq(keepers.id, clients.owner));
    const bots = new Map(
      rows.map(({ bot, owner, of, by }) => [
        keyOf(bot),
        { id: bot.client_id, keeper: owner, active: of === null && by === null },
      ]),
    );
    this.known = { bots, read_at };
    return bots;
  }
}

function keyOf({ channel, account = "" }: { channel: string; account?: string | undefined }): string {
  return `${channel}/${account}`;
}
