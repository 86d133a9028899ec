/**
 * Erases everything a person had: conversations with their trails, memory, files, rows. Their spending stays
 * in the ledger.
 */
import { z } from "zod";
import { defineJob, type JobHandler, type NewJob } from "./job.ts";

const KIND = "people.erase";

/** All methods are idempotent: they may be called again for what is erased already. */
export interface Erasure {
  /** Ids of the clients whom this person keeps. */
  clients(owner: string): Promise<readonly string[]>;
  /** Removes a client's accounts and credentials. */
  removeClient(id: string): Promise<void>;
  conversations(owner: string): Promise<readonly string[]>;
  /** Erases the conversation, its passages in the index and in memory, and its trail. */
  eraseConversation(id: string): Promise<void>;
  /** Conversations of others that this person is a member of. */
  joined(owner: string): Promise<readonly string[]>;
  leave(id: string, owner: string): Promise<void>;
  /** Sources that memory has passages of. */
  sources(owner: string): Promise<readonly string[]>;
  forgetSource(owner: string, source: string): Promise<unknown>;
  /** Erases their schedules. */
  eraseSchedules(owner: string): Promise<void>;
  /**
   * Erases files, their versions and outputs; returns the number of objects. Calls `heartbeat` now and then.
   */
  eraseFiles(owner: string, heartbeat: () => Promise<void>): Promise<number>;
  /** Erases all rows that they own by then. */
  eraseRows(owner: string): Promise<void>;
}

/** The job belongs to whoever asked for it, so they see it and the erased person does not. */
export function eraseJob({ person, by }: { person: string; by: string }): NewJob {
  return { kind: KIND, owner: by, payload: { person }, dedupe_key: `${KIND}:${person}` };
}

export function createEraseJob(erasure: Erasure): JobHandler {
  return defineJob({
    kind: KIND,
    schema: z.object({ person: z.string().min(1).max(100) }),
    async run({ person }, { heartbeat }) {
      const erased = { conversations: 0, objects: 0 };
      // A person's clients are erased first: afterwards nothing would tell whose they were.
      for (const owner of [...(await erasure.clients(person)), person]) {
        if (owner !== person) await erasure.removeClient(owner);
        const gone = await eraseOwner(erasure, owner, heartbeat);
        erased.conversations += gone.conversations;
        erased.objects += gone.objects;
      }
      return `${erased.conversations} conversations and ${erased.objects} stored files erased`;
    },
  });
}

async function eraseOwner(erasure: Erasure, owner: string, heartbeat: () => Promise<void>) {
  // Schedules go first, so that none of them begins another conversation.
  await erasure.eraseSchedules(owner);
  const conversations = await erasure.conversations(owner);
  for (const id of conversations) {
    await erasure.eraseConversation(id);
    await heartbeat();
  }
  for (const id of await erasure.joined(owner)) {
    await erasure.leave(id, owner);
    await heartbeat();
  }
  for (const source of await erasure.sources(owner)) {
    await erasure.forgetSource(owner, source);
    await heartbeat();
  }
  const objects = await erasure.eraseFiles(owner, heartbeat);
  await erasure.eraseRows(owner);
  return { conversations: conversations.length, objects };
}
