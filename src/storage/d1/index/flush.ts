/**
 * Flushes a conversation's follow-up data into D1: its index row, the cost ledger and memory's index.
 * Idempotent.
 */

import { isDraft } from "../../../domain/agent.ts";
import type { Attention } from "../../../domain/conversation/attention.ts";
import type { Grant } from "../../../domain/grants/grant.ts";
import type { CostSource } from "../../../domain/ledger.ts";
import type { Message } from "../../../domain/message.ts";
import { shorten } from "../../../domain/text/shorten.ts";
import type { TurnHappening } from "../../../domain/webhook.ts";
import type { TurnItem } from "../../../memory/index/turns.ts";
import { plainText } from "../../../memory/text/plain.ts";
import type { ReportedTurn } from "../../../observability/reported-turn.ts";
import { boundTo, openDatabase } from "../database.ts";
import type { D1GrantStore } from "../grants/grant-store.ts";
import { type CostInsert, CostLedger } from "../ledger/costs.ts";
import { ConversationIndex, type IndexedMember, type NewConversation } from "./conversations.ts";
import { GroupCommit } from "./group-commit.ts";
import { type AgentOf, turnItems } from "./turn-items.ts";

/** A conversation's own metadata, as far as the index shows it. */
export interface FlushedMeta {
  conversation_id: string;
  owner: string;
  agent: string | null;
  room: string | null;
  /** The conversation has a memory of its own. */
  shared: boolean;
  /** Its costs alone are flushed. */
  temporary?: boolean;
  channel: string;
  title: string;
  model: string | null;
  mode: string | null;
  revision: number;
  message_count: number;
  cost_usd: number;
  created_at: number;
  updated_at: number;
  /** The conversation that started it. */
  parent: { conversation_id: string; mandate?: { on_behalf_of: readonly string[] } } | null;
}

export interface FlushedCost {
  id: string;
  at: number;
  turn_id: string;
  agent: string;
  model: string;
  usage: {
    input_tokens: number;
    output_tokens: number;
    cache_read_tokens: number;
    cache_write_tokens: number;
  };
  cost_usd: number | null;
  /** Source of the figure; absent: it was calculated here. */
  cost_by?: CostSource;
  /** The person whose budget it counts against; absent: the owner. */
  payer?: string;
  purpose?: string;
}

export interface ConversationFlush {
  meta: FlushedMeta;
  state: string;
  /** Scheduled messages. */
  scheduled: number;
  /** Its items that wait for people. */
  attention?: Attention | undefined;
  /** For a chat: whether its owner alone reads the messages sent there. */
  own_chat: boolean | null;
  /** Seq of the last event that said something to readers in the app; 0: none. */
  said_seq: number;
  /** Text of the newest answer, or its beginning; empty: there is none. */
  said: string;
  /** Ids of the persons who have it in their lists. */
  readers: string[];
  costs: FlushedCost[];
  grants: Grant[];
  /** Ends and questions of turns, for webhooks. */
  happened: readonly TurnHappening[];
  /** Ended turns, for exporters and counters. */
  ended: readonly ReportedTurn[];
  messages: Message[];
  /** All members, if they have changed. */
  members?: IndexedMember[];
}

/** Memory, as a flush hands finished turns to it. */
export interface FlushedMemory {
  /** `ofPrograms`: programs' conversations of one turn among them, with the time of their last change. */
  indexTurns(items: readonly TurnItem[], ofPrograms: ReadonlyMap<string, number>): Promise<void>;
}

export interface FlushDeps {
  binding: D1Database;
  memory: FlushedMemory;
  agentOf: AgentOf;
  grants: Pick<D1GrantStore, "put">;
  now(): number;
  pause(ms: number): Promise<void>;
  /** Called with the conversations that were indexed, and who has each in their lists. */
  onIndexed?(readers: { id: string; person: string }[]): void;
  /** Receives the events of conversations that people can list. A rejection makes the flush fail. */
  onHappened?(batches: readonly ConversationFlush[]): Promise<void>;
  /** Statements that count ended turns; written with the rest. */
  measured?(turns: readonly ReportedTurn[]): Promise<D1PreparedStatement[]>;
  /** Told of ended turns, and their messages, once; must not throw. */
  onEnded?(turns: readonly ReportedTurn[], messages: readonly Message[]): void;
  /** Called with the ids of costs that are in the ledger now. */
  onRecorded?(ids: string[]): void;
}

/** Conversations that share a write. */
const MOST_AT_ONCE = 40;
/**
 * ms to gather items for one write: nobody waits for the index, so conversations that end at the same moment
 * share a write.
 */
const GATHER_MS = 150;

/** Characters of the last answer in lists. */
const LONGEST_SAID = 200;

/** Conversations that flush at the same moment share the writes. */
export function createFlush(deps: FlushDeps): (batch: ConversationFlush) => Promise<void> {
  const { now, pause } = deps;
  const db = openDatabase(deps.binding);
  const index = new ConversationIndex(db);
  const ledger = new CostLedger(db);
  const write = async (all: readonly ConversationFlush[]) => {
    const costs = ledger.insert(all.flatMap(({ meta, costs }) => costs.map((cost) => costRow(meta, cost))));
    const batches = all.filter(({ meta }) => !meta.temporary);
    const members = batches.flatMap(({ meta, members }) =>
      members ? index.membersOf(meta.conversation_id, members) : [],
    );
    const others = members.map((query) => boundTo(db, query));
    const listed = batches.length > 0 ? [index.upsert(batches.map(indexRow))] : [];
    const ended = all.flatMap((batch) => batch.ended);
    const counts = ended.length > 0 ? ((await deps.measured?.(ended)) ?? []) : [];
    const statements = [...listed, ...costs, ...others, ...counts];
    if (statements.length > 0) await deps.binding.batch(statements);
    deps.onIndexed?.(batches.flatMap(readersOf));
    deps.onRecorded?.(all.flatMap(({ costs }) => costs.map((cost) => cost.id)));
    for (const { meta, grants } of batches) await deps.grants.put(meta.owner, grants);
    const items = await Promise.all(
      batches.map((batch) => turnItems(batch.meta, batch.messages, deps.agentOf)),
    );
    await deps.memory.indexTurns(items.flat(), programsOf(batches));
    if (ended.length > 0)
      deps.onEnded?.(
        ended,
        all.flatMap(({ messages }) => messages),
      );
    const told = batches.filter(({ happened }) => happened.length > 0);
    if (told.length > 0) await deps.onHappened?.(told);
  };
  const group = new GroupCommit({ write, most: MOST_AT_ONCE, gather: GATHER_MS, now, pause });
  return (batch) => group.add(batch);
}

/** The messages of one turn: the question and the answer. */
const ONE_TURN = 2;

function programsOf(batches: readonly ConversationFlush[]): Map<string, number> {
  const single = batches.filter(({ meta: { channel, room, shared, parent, message_count } }) => {
    const isPlain = room === null && !shared && parent === null;
    return channel === "http" && isPlain && message_count <= ONE_TURN;
  });
  return new Map(single.map(({ meta }) => [meta.conversation_id, meta.updated_at]));
}

function readersOf({ meta, readers }: ConversationFlush) {
  return readers.map((person) => ({ id: meta.conversation_id, person }));
}

function indexRow({
  meta,
  state,
  scheduled,
  attention,
  own_chat,
  said_seq,
  said,
}: ConversationFlush): NewConversation {
  const { conversation_id: id, owner, agent, room, channel, title, model, mode } = meta;
  const { revision, message_count, cost_usd, created_at, updated_at } = meta;
  return {
    id,
    owner,
    agent,
    room,
    channel,
    title,
    model,
    mode,
    state,
    revision,
    message_count,
    cost_usd,
    scheduled,
    own_chat,
    said_seq,
    said: shorten(plainText(said), LONGEST_SAID),
    attention: attention ? JSON.stringify(attention) : "",
    created_at,
    updated_at,
    parent_conversation_id: meta.parent?.conversation_id ?? (isDraft(agent) ? agent : null),
  };
}

function costRow(meta: FlushedMeta, cost: FlushedCost): CostInsert {
  const { model, usage, payer = meta.owner, ...rest } = cost;
  const slash = model.indexOf("/");
  return {
    ...rest,
    ...usage,
    owner: payer,
    on_behalf_of: namesOf(meta),
    conversation_id: meta.conversation_id,
    provider: slash === -1 ? "" : model.slice(0, slash),
    model: model.slice(slash + 1),
  };
}

/** In the ledger's form: each name between commas. */
function namesOf({ parent }: FlushedMeta): string {
  const names = parent?.mandate?.on_behalf_of ?? [];
  return names.length > 0 ? `,${names.join(",")},` : "";
}
