/**
 * Creates a conversation that begins with another one's branch. Its messages are copies under the same ids.
 */
import type { Id, MessageId } from "../../../src/domain/ids.ts";
import type { Message, Part } from "../../../src/domain/message.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Tables } from "../../sql/tables.ts";
import { putPastEvents } from "../rows/event-log.ts";
import { createMeta, type MetaInit, saveMeta } from "../rows/meta.ts";
import { afterWork } from "../rows/schema/outgoing.ts";
import { tablesOf } from "../rows/schema/schema.ts";
import type { StoredEvent } from "../rows/schema/stored-json.ts";
import { type Birth, openStore, type Store } from "../rows/store.ts";
import { Transcript } from "../rows/transcript.ts";
import type { Compaction } from "../rows/turns/compactions.ts";
import { Compactions } from "../rows/turns/compactions.ts";
import type { BranchPage } from "./branch-page.ts";

interface ForkBirth extends Birth {
  init: MetaInit;
  /** Times of messages from elsewhere, by which lists place the conversation; absent: it begins now. */
  times?: PastTimes | undefined;
}

/** ms since the epoch. */
export interface PastTimes {
  created_at: number;
  updated_at: number;
}

interface ForkInput extends ForkBirth {
  /** Empty. */
  sql: Sql | Tables;
  /** Newest first, with at least one message. The first message is where the fork begins. */
  pages: AsyncIterable<BranchPage>;
}

/** Message references per event row. */
const REFERENCES = 500;

/** Newest first, like its pages. */
interface Copied {
  order: readonly MessageId[];
  compactions: readonly Compaction[];
}

/** The meta row comes last: until it is written, there is no conversation. Rejects when the source does. */
export async function fork({ ids, now, init, times, pages, ...input }: ForkInput): Promise<Store> {
  const sql = tablesOf(input.sql);
  sql.migrate();
  const transcript = new Transcript(sql);
  const compactions: Compaction[] = [];
  const order: MessageId[] = [];
  for await (const page of pages) {
    sql.transaction(() => {
      const isOwn = page.owner === init.owner;
      for (const message of page.messages)
        transcript.put(isOwn ? message : asSeenBy(init.owner, message), null);
    });
    order.push(...page.messages.map(({ id }) => id));
    compactions.push(
      ...page.compactions.map((one) => (page.owner === init.owner ? one : { ...one, tainted: true })),
    );
  }
  sql.transaction(() => finish(sql, { ids, now, init, times }, { order, compactions }));
  const store = openStore(sql, ids);
  if (!store) throw new Error("a fork did not open");
  return store;
}

/** Trusted content of another owner becomes untrusted in the copy; the new owner's own words stay theirs. */
function asSeenBy(owner: string, message: Message): Message {
  // Recalled items come from the memory of the person who was answered.
  const { trust: _trust, recalled: _recalled, quotes_none: _own, ...rest } = message;
  if (message.author_id === owner) return rest;
  const parts = message.parts.map(
    (part): Part => (part.type === "tool_result" ? { ...part, trust: "untrusted" } : part),
  );
  return { ...rest, parts, trust: "untrusted" };
}

function finish(sql: Tables, { ids, now, init, times }: ForkBirth, { order, compactions }: Copied): void {
  storeReferences(sql, order.toReversed(), now);
  const copies = new Compactions(sql);
  for (const compaction of compactions.toReversed()) copies.add(copied(compaction, ids.create("cmp"), now));
  const meta = createMeta(sql, init, now);
  const head = order[0] ?? null;
  saveMeta(sql, { ...meta, ...times, head, message_count: order.length, seq_limit: order.length });
  sql.put(afterWork, { json: { costs: [], message_ids: [] } });
}

/** Memory already has these messages from their own conversation. */
function copied(compaction: Compaction, id: Id<"cmp">, now: number): Compaction {
  return { ...compaction, id, flushed_at: compaction.flushed_at ?? now };
}

/** Adds an event for each message, so that readers and the trail of the fork have them like any other. */
function storeReferences(sql: Tables, order: readonly MessageId[], now: number): void {
  const ts = new Date(now).toISOString();
  for (let at = 0; at < order.length; at += REFERENCES) {
    const events = order.slice(at, at + REFERENCES).map((ref, index): StoredEvent => {
      return { type: "message", ref, seq: at + index + 1, ts, turn_id: null };
    });
    putPastEvents(sql, events, now);
  }
}
