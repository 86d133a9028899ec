/** Exceptions from the guard that an operator has confirmed for models. */
import { eq } from "drizzle-orm";
import type { Database } from "../database.ts";
import { modelAddresses } from "../schema/accounts.ts";

export interface ModelAddress {
  /** `host:port`. */
  host: string;
  /** ms since the epoch. */
  created_at: number;
}

/** Rejects when D1 does. */
export async function readAddresses(db: Database): Promise<ModelAddress[]> {
  return db.select().from(modelAddresses).orderBy(modelAddresses.host);
}

/** An address that is there already stays as it is. Rejects when D1 does. */
export async function writeAddress(db: Database, address: ModelAddress): Promise<void> {
  await db.insert(modelAddresses).values(address).onConflictDoNothing();
}

/** Returns false if there is no such address. Rejects when D1 does. */
export async function deleteAddress(db: Database, host: string): Promise<boolean> {
  const gone = await db.delete(modelAddresses).where(eq(modelAddresses.host, host)).returning();
  return gone.length > 0;
}
