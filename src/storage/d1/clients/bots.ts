/** Cache of clients' bots for the front door, so that the first token does not wait for D1. */
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Source } from "../../../domain/inbound.ts";
import { SwrCache } from "../../../platform/swr-cache.ts";
import type { BotClient } from "../../../routing/senders.ts";
import type { Database } from "../database.ts";
import { clientAccounts, clients } from "../schema/clients.ts";
import { persons } from "../schema/people.ts";

export class ClientBots {
  private readonly db: Database;
  /** All bots at once: there are few. */
  private readonly cached: SwrCache<ReadonlyMap<string, BotClient>, "all">;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.cached = new SwrCache({ read: () => this.read(), now, stale_ms: 30_000, on_failure: "reject" });
  }

  /** Undefined if the bot is no client's. Rejects when D1 fails and no recent reading is cached. */
  of(source: Source): BotClient | undefined | Promise<BotClient | undefined> {
    const bots = this.cached.get("all");
    return bots instanceof Promise ? bots.then((found) => found.get(keyOf(source))) : bots.get(keyOf(source));
  }

  /** Call it after a change in this isolate. */
  forget(): void {
    this.cached.forgetAll();
  }

  private async read(): Promise<ReadonlyMap<string, BotClient>> {
    const keepers = alias(persons, "keepers");
    const rows = await this.db
      .select({ bot: clientAccounts, owner: clients.owner, of: persons.disabled_at, by: keepers.disabled_at })
      .from(clientAccounts)
      .innerJoin(clients, eq(clients.id, clientAccounts.client_id))
      .innerJoin(persons, eq(persons.id, clients.id))
      .innerJoin(keepers, eq(keepers.id, clients.owner));
    return new Map(
      rows.map(({ bot, owner, of, by }) => [
        keyOf(bot),
        { id: bot.client_id, keeper: owner, active: of === null && by === null },
      ]),
    );
  }
}

function keyOf({ channel, account = "" }: { channel: string; account?: string | undefined }): string {
  return `${channel}/${account}`;
}
