/** Tables for the conversation itself and its members. */
import type { Parent } from "../../../../src/domain/conversation/conversation.ts";
import type { ConversationId, MessageId } from "../../../../src/domain/ids.ts";
import type { Channel } from "../../../../src/domain/inbound.ts";
import type { MemberRight } from "../../../../src/domain/principal.ts";
import { bool, int, json, key, onlyRow, real, text } from "../../../sql/column.ts";
import { isText, listOf, type Shape, withFields } from "../../../sql/shape.ts";
import { table } from "../../../sql/table.ts";
import { HOT, LATE_9 } from "./columns.ts";

/** The one row about the conversation itself. All times are ms since the epoch. */
export const meta = table("meta", HOT, {
  id: onlyRow(),
  conversation_id: text<ConversationId>(),
  owner: text(),
  agent: text().nullable(),
  room: text().nullable(),
  channel: text<Channel>(),
  title: text(),
  model: text().nullable(),
  mode: text().nullable(),
  /** The newest message of the active branch. */
  head: text<MessageId>().nullable(),
  /** No event with a higher seq was ever sent; after a crash, numbering goes on above it. */
  seq_limit: int(),
  /** Grows with each change that the index in D1 shows. */
  revision: int(),
  message_count: int(),
  turn_count: int(),
  input_tokens: int(),
  output_tokens: int(),
  /** US dollars. */
  cost_usd: real(),
  /** Messages before this one are out of the model's context. */
  window_start: text<MessageId>().nullable(),
  archived: bool(),
  created_at: int(),
  updated_at: int(),
  /** Null: named at creation, or before this column existed. */
  title_by: text<"words" | "model" | "person">().nullable().since(9),
  parent: json(withFields<Parent>({ conversation_id: "string", call_id: "string", depth: "number" }))
    .nullable()
    .since(8),
  /** The person whose budget its turns use; null: the owner. */
  payer: text().nullable().since(9),
  /** Somebody else was let in or has spoken. From then on it keeps its own memory, for good. */
  shared: bool().since(9, false),
  /** Deletion of the conversation has begun and must be finished. */
  erasing: bool().since(10, false),
  /** Up to then its owner has looked at what came from outside, so that it makes no call ask any more. */
  checked_at: int().nullable().since(14),
  /** Whether nothing of it is kept outside this object but what it cost. */
  temporary: bool().since(18, false),
  /** Opened before anything is said: deleted by itself if nothing is. */
  provisional: bool().since(19, false),
});

/** Members other than the owner, with the rights that the owner gave them. */
export const members = table("members", LATE_9, {
  person: key(text()),
  name: text(),
  rights: json(listOf(isText as Shape<MemberRight>)),
  at: int(),
});
