/** All rows in D1 that belong to one person. */
import { and, eq } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../database.ts";
import { conductorActions } from "../schema/agents.ts";
import { budgets } from "../schema/budgets.ts";
import { builds } from "../schema/builds.ts";
import * as capability from "../schema/capabilities.ts";
import { clients } from "../schema/clients.ts";
import { conversations, threads } from "../schema/core.ts";
import { histories } from "../schema/histories.ts";
import { hookDeliveries, hooks } from "../schema/hooks.ts";
import { jobs } from "../schema/jobs.ts";
import * as memory from "../schema/memory/memory.ts";
import { chunks, chunkVectors, memoryPartitions } from "../schema/memory/passages.ts";
import { prompts } from "../schema/prompts.ts";
import { joinedVisits, roomCares, rooms, roomVersions, visits } from "../schema/rooms.ts";
import { mcpServers, toolGrants } from "../schema/tools.ts";

/**
 * Tables of long-term memory, conversations, threads, jobs, tools, capabilities, prompts and rooms. Not among
 * them: `costs`, which is the instance's ledger, and sign-in data, which is deleted with the person.
 */
export const OWNED: readonly (SQLiteTable & { owner: SQLiteColumn })[] = [
  chunkVectors,
  chunks,
  memory.memories,
  memory.memoryEdges,
  memory.facts,
  memory.episodes,
  memory.commitments,
  memory.entityAliases,
  memory.memoryState,
  memory.consolidationState,
  memory.consolidationFileHashes,
  memory.forgottenItems,
  memoryPartitions,
  threads,
  jobs,
  builds,
  mcpServers,
  toolGrants,
  capability.capabilityCalls,
  capability.capabilityShares,
  capability.capabilityVersions,
  capability.capabilities,
  capability.capabilitySecrets,
  conductorActions,
  clients,
  hookDeliveries,
  hooks,
  histories,
  conversations,
  prompts,
  visits,
  joinedVisits,
  roomCares,
  roomVersions,
  rooms,
];

export async function eraseOwnedRows(db: Database, owner: string): Promise<void> {
  for (const table of OWNED) await db.delete(table).where(eq(table.owner, owner));
  await db.delete(budgets).where(and(eq(budgets.scope, "user"), eq(budgets.key, owner)));
}

/** Sources that memory has passages of: conversations, files, and its own tables. */
export async function memorySources(db: Database, owner: string): Promise<string[]> {
  const { source } = chunks;
  const rows = await db.selectDistinct({ source }).from(chunks).where(eq(chunks.owner, owner));
  return rows.map((row) => row.source);
}
