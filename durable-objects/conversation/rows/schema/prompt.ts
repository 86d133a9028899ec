/** Tables for what stands in a model's context before the messages, or in place of older ones. */

import type { Id, MessageId } from "../../../../src/domain/ids.ts";
import type { ContextTier } from "../../../../src/domain/inbound.ts";
import { bool, int, json, key, text } from "../../../sql/column.ts";
import { isText, listOf } from "../../../sql/shape.ts";
import { table } from "../../../sql/table.ts";
import { LATE, PLAIN } from "./columns.ts";

/** Summaries that replace the older part of a branch, by their last message. No row is ever deleted. */
export const compactions = table("compactions", LATE, {
  id: key(text<Id<"cmp">>()),
  /** The last message that it replaces; it does not count on branches without it. */
  upto: text<MessageId>(),
  summary: text(),
  /** `provider/model`, or "rule". */
  by_model: text(),
  /** Number of messages that it replaces, including those of the summaries before it. */
  messages: int(),
  /** Estimated tokens of the history before and after. */
  tokens_before: int(),
  tokens_after: int(),
  /** Whether anything in the summarised messages came from outside. */
  tainted: bool(),
  at: int(),
  /** Time at which memory had taken in all of the messages; null: still to be done. */
  flushed_at: int().nullable(),
  undone_at: int().nullable(),
  /** At most two of the speakers in it: later messages are labelled differently when there are several. */
  heard: json(listOf(isText)).since(9, []),
});

/** The semi-stable part of each agent's prompt, as last written. */
export const prefixes = table("prefixes", PLAIN, {
  agent: key(text()),
  tier: key(text<ContextTier>()),
  stamp: text(),
  sections: json(listOf(isText)),
});
