/** What somebody had goes with them: conversations with their trails, memory, files, rows. What was spent stays in the ledger. */
import { z } from "zod";
import { defineJob, type JobHandler, type NewJob } from "./job.ts";

const KIND = "people.erase";

/** Each may be asked again of what is gone already. */
export interface Erasure {
  /** Ids of those whom they keep. */
  clients(owner: string): Promise<readonly string[]>;
  /** Of a client: what it is known and signed in by. */
  removeClient(id: string): Promise<void>;
  conversations(owner: string): Promise<readonly string[]>;
  /** The conversation, what it said in the index and in memory, and its trail. */
  eraseConversation(id: string): Promise<void>;
  /** Those of others that they are a member of. */
  joined(owner: string): Promise<readonly string[]>;
  leave(id: string, owner: string): Promise<void>;
  /** What memory has passages of. */
  sources(owner: string): Promise<readonly string[]>;
  forgetSource(owner: string, source: string): Promise<unknown>;
  /** What was to come for them. */
  eraseSchedules(owner: string): Promise<void>;
  /** Files, their versions, outputs: how many objects went. `heartbeat` is called now and then. */
  eraseFiles(owner: string, heartbeat: () => Promise<void>): Promise<number>;
  /** All rows that are theirs by now. */
  eraseRows(owner: string): Promise<void>;
}

/** Seen by the one who asked for it, not by the one it is about. */
export function eraseJob({ person, by }: { person: string; by: string }): NewJob {
  return { kind: KIND, owner: by, payload: { person }, dedupe_key: `${KIND}:${person}` };
}

export function createEraseJob(erasure: Erasure): JobHandler {
  return defineJob({
    kind: KIND,
    schema: z.object({ person: z.string().min(1).max(100) }),
    async run({ person }, { heartbeat }) {
      const erased = { conversations: 0, objects: 0 };
      // Those whom they keep go first: afterwards nobody would know whose they were.
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
  // First, so that none of them begins a conversation anew.
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
