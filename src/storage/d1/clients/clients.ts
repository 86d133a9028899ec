/** Clients as rows, each beside its person row: the two are written together. */
import { and, asc, eq, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Client, ClientAccount, ClientFields, ClientId, ClientKind } from "../../../clients/client.ts";
import type { ClientStore, NewClient } from "../../../clients/ports.ts";
import type { ChatPlatform } from "../../../domain/chat-platforms.ts";
import type { Database } from "../database.ts";
import { isTaken } from "../people/taken.ts";
import { clientAccounts, clients } from "../schema/clients.ts";
import { threads } from "../schema/core.ts";
import { persons } from "../schema/people.ts";

export class D1ClientStore implements ClientStore {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  list(owner: string): Promise<Client[]> {
    return read(this.db, eq(clients.owner, owner));
  }

  async get(id: string): Promise<Client | undefined> {
    return (await read(this.db, eq(clients.id, id)))[0];
  }

  async create(client: NewClient): Promise<Client | "slug_taken"> {
    const made = await orTaken(() => insert(this.db, client, this.now()));
    return made === "slug_taken" ? made : existing(await this.get(client.id));
  }

  async update(of: Client, fields: ClientFields): Promise<Client | "slug_taken" | undefined> {
    const changed = await orTaken(() => change(this.db, { of, fields, at: this.now() }));
    if (changed === "slug_taken") return changed;
    return changed ? this.get(of.id) : undefined;
  }

  async setAccounts(id: ClientId, accounts: readonly ClientAccount[]): Promise<Client | "taken" | undefined> {
    if (await isOthers(this.db, id, accounts)) return "taken";
    await replaceAccounts(this.db, id, accounts);
    return this.get(id);
  }

  async remove(id: ClientId): Promise<void> {
    await this.db.batch([
      this.db
        .update(clients)
        .set({ removed_at: this.now(), notes: "" })
        .where(and(eq(clients.id, id), isNull(clients.removed_at))),
      this.db.delete(clientAccounts).where(eq(clientAccounts.client_id, id)),
    ]);
  }
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("a client that was just written is not there");
  return value;
}

async function read(db: Database, which: SQL): Promise<Client[]> {
  const isThere = and(which, isNull(clients.removed_at));
  const ids = db.select({ id: clients.id }).from(clients).where(isThere);
  const [rows, accounts] = await db.batch([
    db
      .select({ row: clients, name: persons.name, disabled_at: persons.disabled_at })
      .from(clients)
      .innerJoin(persons, eq(persons.id, clients.id))
      .where(isThere)
      .orderBy(asc(clients.id)),
    db
      .select()
      .from(clientAccounts)
      .where(inArray(clientAccounts.client_id, ids))
      .orderBy(asc(clientAccounts.channel), asc(clientAccounts.account)),
  ]);
  return rows.map((row) => clientOf(row, accounts));
}

type Joined = { row: typeof clients.$inferSelect; name: string; disabled_at: number | null };

function clientOf(
  { row, name, disabled_at }: Joined,
  accounts: readonly (typeof clientAccounts.$inferSelect)[],
): Client {
  const { removed_at: _, ...rest } = row;
  return {
    ...rest,
    id: row.id as ClientId,
    kind: row.kind as ClientKind,
    name,
    active: disabled_at === null,
    accounts: accounts
      .filter(({ client_id }) => client_id === row.id)
      .map(({ channel, account }) => ({ channel: channel as ChatPlatform, account })),
  };
}

function insert(db: Database, client: NewClient, at: number) {
  const { id, owner, slug, kind, notes, spend_per_day_usd, spend_per_month_usd } = client;
  const times = { created_at: at, updated_at: at };
  const disabled_at = client.active ? null : at;
  return db.batch([
    db
      .insert(clients)
      .values({ id, owner, slug, kind, notes, spend_per_day_usd, spend_per_month_usd, ...times }),
    db
      .insert(persons)
      .values({ id, username: null, name: client.name, role: "member", disabled_at, ...times }),
  ]);
}

interface Change {
  of: Client;
  fields: Parameters<ClientStore["update"]>[1];
  at: number;
}

/** Returns false if the client was changed meanwhile. The person row is written only with it. */
async function change(db: Database, { of, fields, at }: Change): Promise<boolean> {
  const { name, active, ...columns } = fields;
  const version = of.version + 1;
  const isThat = and(eq(clients.id, of.id), eq(clients.version, of.version), isNull(clients.removed_at));
  const isDone = sql`exists (select 1 from ${clients} where ${clients.id} = ${of.id}
    and ${clients.version} = ${version} and ${clients.updated_at} = ${at})`;
  const disabled_at = active ? null : sql`coalesce(${persons.disabled_at}, ${at})`;
  const [rows] = await db.batch([
    db
      .update(clients)
      .set({ ...columns, version, updated_at: at })
      .where(isThat)
      .returning({ id: clients.id }),
    db
      .update(persons)
      .set({ name, disabled_at, updated_at: at })
      .where(and(eq(persons.id, of.id), isDone)),
  ]);
  return rows.length > 0;
}

async function isOthers(db: Database, id: ClientId, accounts: readonly ClientAccount[]): Promise<boolean> {
  if (accounts.length === 0) return false;
  const rows = await db.select().from(clientAccounts).where(among(clientAccounts, accounts));
  return rows.some(({ client_id }) => client_id !== id);
}

/** Threads of the bot that began under another owner are begun anew under its new owner. */
async function replaceAccounts(
  db: Database,
  id: ClientId,
  accounts: readonly ClientAccount[],
): Promise<void> {
  const kept = accounts.map(({ channel, account }) => keyOf(channel, account));
  const key = sql<string>`${threads.channel} || '/' || ${threads.account}`;
  const isLeft = and(eq(threads.owner, id), kept.length === 0 ? undefined : notInArray(key, kept));
  await db.batch([
    db.delete(clientAccounts).where(eq(clientAccounts.client_id, id)),
    db.delete(threads).where(isLeft),
    ...accounts.flatMap(({ channel, account }) => [
      db.insert(clientAccounts).values({ channel, account, client_id: id }),
      db
        .delete(threads)
        .where(
          and(eq(threads.channel, channel), eq(threads.account, account), sql`${threads.owner} <> ${id}`),
        ),
    ]),
  ]);
}

function keyOf(channel: string, account: string): string {
  return `${channel}/${account}`;
}

function among(table: typeof clientAccounts, accounts: readonly ClientAccount[]): SQL | undefined {
  return or(
    ...accounts.map(({ channel, account }) => and(eq(table.channel, channel), eq(table.account, account))),
  );
}

async function orTaken<T>(work: () => Promise<T>): Promise<T | "slug_taken"> {
  try {
    return await work();
  } catch (problem) {
    if (isTaken(problem, "clients.slug") || isTaken(problem, "clients_by_slug")) return "slug_taken";
    throw problem;
  }
}
