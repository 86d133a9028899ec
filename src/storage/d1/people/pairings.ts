/** Strangers who ask for access in a chat, as rows: one per stranger, with the hash of their code. */
import { and, asc, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Ids } from "../../../domain/ids.ts";
import { newChatCode, PAIRING_LIFE_MS, type Pairing, plainChatCode } from "../../../people/chat-code.ts";
import type { Database } from "../database.ts";
import { pairings } from "../schema/channels.ts";
import { hashOf } from "./secret.ts";

export type NewPairing = Omit<Pairing, "id" | "created_at" | "expires_at">;

export interface PairingsDeps {
  db: Database;
  ids: Ids;
  now(): number;
  random(bytes: Uint8Array): void;
}

/** Pending pairings per account: more would only hide the people who are expected. */
const MOST_PENDING = 20;
/** A stranger who was denied gets no code for this long. */
const DENIED_MS = 24 * 60 * 60_000;

export class Pairings {
  private readonly deps: PairingsDeps;

  constructor(deps: PairingsDeps) {
    this.deps = deps;
  }

  /** Returns the code, which is never shown again; their earlier code ends. Undefined: they get none now. */
  async offer(pairing: NewPairing): Promise<string | undefined> {
    const { db, ids, now, random } = this.deps;
    const [code, at] = [newChatCode(random), now()];
    const times = { created_at: at, expires_at: at + PAIRING_LIFE_MS };
    const row = { id: ids.create("pai"), ...pairing, code_hash: await hashOfCode(code), ...times };
    const { id: _, ...set } = row;
    const [, made] = await db.batch([
      db.delete(pairings).where(lte(pairings.expires_at, at)),
      db
        .insert(pairings)
        .select(whileThereIsRoom(row, at))
        .onConflictDoUpdate({
          target: [pairings.channel, pairings.account, pairings.platform_id],
          set,
          setWhere: isNull(pairings.denied_at),
        })
        .returning({ id: pairings.id }),
    ]);
    return made.length > 0 ? code : undefined;
  }

  /** Pending pairings, oldest first. */
  list(): Promise<Pairing[]> {
    return this.rows(undefined);
  }

  async byCode(typed: string): Promise<Pairing | undefined> {
    return (await this.rows(eq(pairings.code_hash, await hashOfCode(typed))))[0];
  }

  async get(id: string): Promise<Pairing | undefined> {
    return (await this.rows(eq(pairings.id, id)))[0];
  }

  /** Claims the pairing: only one caller gets it, and its code is used up. */
  async take(id: string): Promise<Pairing | undefined> {
    const [row] = await this.deps.db
      .delete(pairings)
      .where(this.waiting(eq(pairings.id, id)))
      .returning();
    return row && pairingOf(row);
  }

  /** Returns false if there is no pending pairing with that id. */
  async deny(id: string): Promise<boolean> {
    const at = this.deps.now();
    const set = { denied_at: at, expires_at: at + DENIED_MS };
    const denied = await this.deps.db
      .update(pairings)
      .set(set)
      .where(this.waiting(eq(pairings.id, id)))
      .returning({ id: pairings.id });
    return denied.length > 0;
  }

  private async rows(which: SQL | undefined): Promise<Pairing[]> {
    const rows = await this.deps.db
      .select()
      .from(pairings)
      .where(this.waiting(which))
      .orderBy(asc(pairings.created_at));
    return rows.map(pairingOf);
  }

  private waiting(which: SQL | undefined): SQL | undefined {
    return and(which, isNull(pairings.denied_at), gt(pairings.expires_at, this.deps.now()));
  }
}

/** Columns are in the order of the schema. A stranger who is pending already does not count again. */
function whileThereIsRoom(row: Omit<typeof pairings.$inferInsert, "denied_at">, at: number): SQL {
  return sql`select ${row.id}, ${row.channel}, ${row.account}, ${row.platform_id}, ${row.name}, ${row.thread},
    ${row.code_hash}, ${at}, ${row.expires_at}, null
    where (select count(*) from ${pairings} as waiting where waiting.channel = ${row.channel}
      and waiting.account = ${row.account} and waiting.denied_at is null
      and waiting.platform_id <> ${row.platform_id}) < ${MOST_PENDING}`;
}

function pairingOf({ code_hash: _, denied_at: __, ...row }: typeof pairings.$inferSelect): Pairing {
  return row;
}

function hashOfCode(typed: string): Promise<string> {
  return hashOf(`pairing:${plainChatCode(typed)}`);
}
