/** After-work of a conversation into D1: its index row, the cost ledger and memory's index. Safe to repeat. */

import type { Message } from "../../../domain/message.ts";
import { textOf } from "../../../domain/message.ts";
import type { LongTermMemory } from "../../../memory/create-memory.ts";
import type { ToolGrants } from "../agents/tool-grants.ts";
import { openDatabase } from "../database.ts";
import { type CostInsert, CostLedger } from "../ledger/costs.ts";
import { ConversationIndex, type NewConversation } from "./conversations.ts";
import { GroupCommit } from "./group-commit.ts";

/** What a conversation knows of itself, as far as the index shows it. */
export interface FlushedMeta {
  conversation_id: string;
  owner: string;
  agent: string | null;
  room: string | null;
  channel: string;
  title: string;
  model: string | null;
  mode: string | null;
  revision: number;
  message_count: number;
  cost_usd: number;
  created_at: number;
  updated_at: number;
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
  purpose?: string;
}

export interface Flushed {
  meta: FlushedMeta;
  state: string;
  costs: FlushedCost[];
  grants: { agent: string; tool: string }[];
  messages: Message[];
}

export interface FlushDeps {
  binding: D1Database;
  memory: Pick<LongTermMemory, "indexTurns">;
  grants: Pick<ToolGrants, "add">;
  now(): number;
  pause(ms: number): Promise<void>;
  /** Told which costs are in the ledger now. */
  onRecorded?(ids: string[]): void;
}

/** Conversations that share a write. */
const MOST_AT_ONCE = 40;
/** Nobody waits for the index: in return conversations that end in one moment cost one write. */
const GATHER_MS = 150;

/** Conversations that flush in the same moment share the writes. */
export function createFlush(deps: FlushDeps): (batch: Flushed) => Promise<void> {
  const { now, pause } = deps;
  const db = openDatabase(deps.binding);
  const index = new ConversationIndex(db);
  const ledger = new CostLedger(db);
  const write = async (batches: readonly Flushed[]) => {
    const costs = batches.flatMap(({ meta, costs }) =>
      costs.map((cost) => ledger.insert(costRow(meta, cost))),
    );
    const [first, ...others] = batches.map((batch) => index.upsert(indexRow(batch)));
    if (first) await db.batch([first, ...others, ...costs]);
    deps.onRecorded?.(batches.flatMap(({ costs }) => costs.map((cost) => cost.id)));
    for (const { meta, grants } of batches)
      for (const { agent, tool } of grants) await deps.grants.add(meta.owner, agent, tool);
    await deps.memory.indexTurns(
      batches.flatMap(({ meta, messages }) => messages.flatMap((message) => turnItem(meta, message))),
    );
  };
  const group = new GroupCommit({ write, most: MOST_AT_ONCE, gather: GATHER_MS, now, pause });
  return (batch) => group.add(batch);
}

function indexRow({ meta, state }: Flushed): NewConversation {
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
    created_at,
    updated_at,
  };
}

function costRow(meta: FlushedMeta, cost: FlushedCost): CostInsert {
  const { model, usage, ...rest } = cost;
  const slash = model.indexOf("/");
  return {
    ...rest,
    ...usage,
    owner: meta.owner,
    conversation_id: meta.conversation_id,
    provider: slash === -1 ? "" : model.slice(0, slash),
    model: model.slice(slash + 1),
  };
}

function turnItem(meta: FlushedMeta, message: Message) {
  if (message.role === "system") return [];
  const { id, role, created_at } = message;
  const speaker = message.author ?? (role === "assistant" ? (message.agent ?? "agent") : meta.owner);
  const item = {
    id,
    conversation_id: meta.conversation_id,
    owner: meta.owner,
    role,
    speaker,
    at: Date.parse(created_at),
    text: textOf(message.parts),
  };
  return [
    { ...item, ...(meta.agent ? { agent: meta.agent } : {}), ...(meta.room ? { room: meta.room } : {}) },
  ];
}
