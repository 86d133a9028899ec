/** Indexes imported conversations, one idempotent job each. */
import { z } from "zod";
import type { Result } from "../../domain/errors.ts";
import { type ConversationId, trustId } from "../../domain/ids.ts";
import type { Message } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "../../jobs/job.ts";
import type { TurnItem } from "../../memory/index/turns.ts";
import { turnItems } from "../../storage/d1/index/turn-items.ts";
import { conversationStub } from "../objects/stubs.ts";
import type { Services } from "./services.ts";

const INDEX_IMPORT: JobKind = {
  name: "memory.index_import",
  title: "Index imported conversations",
};
const PAGE = 200;
/**
 * Characters per write: with the index data beside the text, it stays below the size limit of a statement.
 */
const MOST_CHARACTERS = 200_000;

/** Enqueued before the conversation is in the index, so that no crash leaves one that cannot be found. */
export function indexImportJob(owner: string, conversation_id: string): NewJob {
  const payload = { conversation_id };
  return {
    kind: INDEX_IMPORT,
    owner,
    conversation_id,
    payload,
    priority: PRIORITIES.upkeep,
    dedupe_key: `${INDEX_IMPORT.name}:${conversation_id}`,
  };
}

export function createIndexImport(services: Services): JobHandler {
  return defineJob({
    kind: INDEX_IMPORT,
    schema: z.object({ conversation_id: z.string().min(1).max(200) }),
    async run({ conversation_id }, { job, heartbeat }) {
      const source = { owner: job.owner, conversation_id: trustId<"cnv">(conversation_id) };
      const items = await itemsOf(services, source);
      for (const part of partsOf(items)) {
        await heartbeat();
        await services.memory.indexTurns(part);
      }
      // Nothing is extracted: nobody has asked a model to read years of old conversations.
      const last = items.at(-1);
      if (last) await services.memory.learning.passOver(source, last.id);
      // The conversation may have been deleted while it was indexed.
      if (!(await stateOf(services, source)).ok)
        await services.memory.forgetSource(job.owner, conversation_id);
      return `${items.length} messages`;
    },
  });
}

interface Source {
  owner: string;
  conversation_id: ConversationId;
}

function readerOf({ owner }: Source): Principal {
  return { owner, role: "member", name: "" };
}

function stateOf({ env }: Services, source: Source) {
  return conversationStub(env, source.conversation_id).state(readerOf(source));
}

/** Oldest first; empty if the conversation is gone. */
async function itemsOf(services: Services, source: Source): Promise<TurnItem[]> {
  const state = await stateOf(services, source);
  if (!state.ok) return [];
  const { agent, members } = state.value;
  const meta = { ...source, agent, room: null, shared: members > 0, parent: null };
  return turnItems(meta, await messagesOf(services, source), (slug) => services.agentCache.get(slug));
}

interface MessagePage {
  items: Message[];
  next_cursor: string | null;
}

async function messagesOf({ env }: Services, source: Source): Promise<Message[]> {
  const stub = conversationStub(env, source.conversation_id);
  const pages: Message[][] = [];
  let before: string | null = null;
  do {
    const page = (await stub.messages(readerOf(source), { before, limit: PAGE })) as Result<MessagePage>;
    if (!page.ok) return [];
    pages.push(page.value.items);
    before = page.value.next_cursor;
  } while (before !== null);
  return pages.reverse().flat();
}

function partsOf(items: readonly TurnItem[]): TurnItem[][] {
  const parts: TurnItem[][] = [];
  let room = 0;
  for (const item of items) {
    if (parts.length === 0 || item.text.length > room) {
      parts.push([]);
      room = MOST_CHARACTERS;
    }
    parts.at(-1)?.push(item);
    room -= item.text.length;
  }
  return parts;
}
