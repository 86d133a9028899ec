/** The one row about the conversation itself, held in memory and written with each commit. */
import type { ConversationInit } from "../../../src/domain/conversation/conversation.ts";
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { meta as metaRows } from "./schema/conversation.ts";

export type Meta = Omit<RowOf<typeof metaRows>, "id">;

export type MetaInit = ConversationInit;

/** The fields that a person may change. */
export type MetaChange = {
  [Key in "title" | "agent" | "model" | "mode" | "archived"]?: Meta[Key] | undefined;
} & {
  /** Set when nothing that was read until now makes a call ask any more. */
  outside_checked?: true | undefined;
};

export function loadMeta(sql: Tables): Meta | undefined {
  const [row] = sql.rows(metaRows);
  if (!row) return undefined;
  const { id: _id, ...meta } = row;
  return meta;
}

export function createMeta(
  sql: Tables,
  { visit: _visit, accepted_keys: _heard, ...init }: MetaInit,
  now: number,
): Meta {
  const meta: Meta = {
    ...init,
    payer: init.payer ?? init.parent?.mandate?.payer ?? null,
    temporary: init.temporary === true,
    provisional: init.provisional === true,
    shared: init.parent?.mandate?.memory === "place",
    head: null,
    seq_limit: 0,
    revision: 1,
    message_count: 0,
    turn_count: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: 0,
    window_start: null,
    title_by: null,
    archived: false,
    erasing: false,
    checked_at: null,
    created_at: now,
    updated_at: now,
  };
  saveMeta(sql, meta);
  return meta;
}

export function saveMeta(sql: Tables, meta: Meta): void {
  sql.put(metaRows, meta);
}
