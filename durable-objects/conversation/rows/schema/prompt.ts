/** What stands before a model in place of older messages, and before them. */
import type { ContextTier } from "../../../../src/agent/context/files.ts";
import type { Id, MessageId } from "../../../../src/domain/ids.ts";
import { bool, int, json, key, text } from "../../sql/column.ts";
import { isText, listOf } from "../../sql/shape.ts";
import { table } from "../../sql/table.ts";
import { LATE, PLAIN } from "./columns.ts";

/** Summaries that stand for the older part of a branch, by the message they reach to. No row is ever deleted. */
export const compactions = table("compactions", LATE, {
  id: key(text<Id<"cmp">>()),
  /** The last message it stands for: on branches without it, it does not count. */
  upto: text<MessageId>(),
  summary: text(),
  /** `provider/model`, or "rule". */
  by_model: text(),
  /** How many messages it stands for, with those of the summaries before it. */
  messages: int(),
  /** Estimated tokens of the history with which it began, and of what it left. */
  tokens_before: int(),
  tokens_after: int(),
  /** Something in what it stands for came from outside. */
  tainted: bool(),
  at: int(),
  /** When memory had seen all of it; null: still to be done. */
  flushed_at: int().nullable(),
  undone_at: int().nullable(),
  /** Two at most of those who had spoken in it: what is told from there on depends on whether they are several. */
  heard: json(listOf(isText)).since(9, []),
});

/** The semi-stable part of each agent's prompt as it was last written. */
export const prefixes = table("prefixes", PLAIN, {
  agent: key(text()),
  tier: key(text<ContextTier>()),
  stamp: text(),
  sections: json(listOf(isText)),
});
