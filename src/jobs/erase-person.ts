/**
 * Erases everything a person had: conversations with their trails, memory, files, rows. Their spending stays
 * in the ledger.
 */
import { z } from "zod";
import { defineJob, type JobHandler, type JobKind, type NewJob } from "./job.ts";

const ERASE: JobKind = {
  name: "people.erase",
  title: "Delete a person's data",
  goes_on: "Somebody was deleted: none of their data may stay behind.",
};

/** Numbers of erased things, by their plural. */
export type ErasedCounts = Readonly<Record<string, number>>;

/** All methods are idempotent: they may be called again for what is erased already. */
export interface Erasure {
  /** Ids of the clients whom this person keeps. */
  clients(owner: string): Promise<readonly string[]>;
  /** Removes a client's accounts and credentials. */
  removeClient(id: string): Promise<void>;
  /** Erases what every part has of this person. Calls `heartbeat` now and then. */
  erase(owner: string, heartbeat: () => Promise<void>): Promise<ErasedCounts>;
}

/** The job belongs to whoever asked for it, so they see it and the erased person does not. */
export function eraseJob({ person, by }: { person: string; by: string }): NewJob {
  return { kind: ERASE, owner: by, payload: { person }, dedupe_key: `${ERASE.name}:${person}` };
}

export function createEraseJob(erasure: Erasure): JobHandler {
  return defineJob({
    kind: ERASE,
    schema: z.object({ person: z.string().min(1).max(100) }),
    async run({ person }, { heartbeat }) {
      let erased: ErasedCounts = {};
      // A person's clients are erased first: afterwards nothing would tell whose they were.
      for (const owner of [...(await erasure.clients(person)), person]) {
        if (owner !== person) await erasure.removeClient(owner);
        erased = sumOf(erased, await erasure.erase(owner, heartbeat));
      }
      const counts = Object.entries(erased).map(([things, count]) => `${count} ${things}`);
      return `${counts.join(" and ")} erased`;
    },
  });
}

/** Adds up two counts. */
export function sumOf(one: ErasedCounts, other: ErasedCounts): ErasedCounts {
  const sums = Object.entries(other).map(([things, count]) => [things, (one[things] ?? 0) + count]);
  return { ...one, ...Object.fromEntries(sums) };
}
