/** The one row about the conversation itself, held in memory and written with each commit. */
import type { ConversationId, MessageId } from "../../../src/domain/ids.ts";
import type { Channel } from "../../../src/domain/inbound.ts";
import { putRow } from "../sql/held-commit.ts";
import type { Row, Sql } from "../sql/sql.ts";

export interface Meta {
  conversation_id: ConversationId;
  owner: string;
  agent: string | null;
  room: string | null;
  channel: Channel;
  title: string;
  model: string | null;
  mode: string | null;
  /** The newest message of the active branch. */
  head: MessageId | null;
  /** No event with a higher seq was ever sent: after a crash, numbering goes on above it. */
  seq_limit: number;
  /** Grows with each change of what the index in D1 shows. */
  revision: number;
  message_count: number;
  turn_count: number;
  input_tokens: number;
  output_tokens: number;
  /** US dollars. */
  cost_usd: number;
  /** Messages before this one are out of the model's sight. */
  window_start: MessageId | null;
  archived: boolean;
  /** ms since the epoch. */
  created_at: number;
  updated_at: number;
}

export type MetaInit = Pick<
  Meta,
  "conversation_id" | "owner" | "agent" | "room" | "channel" | "title" | "model" | "mode"
>;

/** What a person may change of a conversation. */
export type MetaChange = {
  [Key in "title" | "agent" | "model" | "mode" | "archived"]?: Meta[Key] | undefined;
};

type MetaRow = Row & { [Key in Exclude<keyof Meta, "archived">]: Meta[Key] } & { archived: number };

export function loadMeta(sql: Sql): Meta | undefined {
  const row = sql.all<MetaRow>("SELECT * FROM meta")[0];
  if (!row) return undefined;
  const { id: _id, archived, ...rest } = row;
  return { ...rest, archived: archived === 1 } as Meta;
}

export function createMeta(sql: Sql, init: MetaInit, now: number): Meta {
  const meta: Meta = {
    ...init,
    head: null,
    seq_limit: 0,
    revision: 1,
    message_count: 0,
    turn_count: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: 0,
    window_start: null,
    archived: false,
    created_at: now,
    updated_at: now,
  };
  saveMeta(sql, meta);
  return meta;
}

export function saveMeta(sql: Sql, meta: Meta): void {
  putRow(sql, "meta", Object.values(metaRow(meta)));
}

/** Its columns in the order of the table. */
export function metaRow(meta: Meta): MetaRow {
  return {
    id: 1,
    conversation_id: meta.conversation_id,
    owner: meta.owner,
    agent: meta.agent,
    room: meta.room,
    channel: meta.channel,
    title: meta.title,
    model: meta.model,
    mode: meta.mode,
    head: meta.head,
    seq_limit: meta.seq_limit,
    revision: meta.revision,
    message_count: meta.message_count,
    turn_count: meta.turn_count,
    input_tokens: meta.input_tokens,
    output_tokens: meta.output_tokens,
    cost_usd: meta.cost_usd,
    window_start: meta.window_start,
    archived: meta.archived ? 1 : 0,
    created_at: meta.created_at,
    updated_at: meta.updated_at,
  };
}
