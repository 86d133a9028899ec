/** Fields that memory search, the import of archives and the deep search take. */
import { z } from "zod";
import { scope, trust } from "../../../contract/memory/fields.ts";
import { date } from "../../../contract/schema.ts";
import { flag, limit } from "../../http/query.ts";

export const SearchQuery = () =>
  z.object({
    q: z.string().max(20_000),
    scope: z.string().max(200).optional(),
    conversation: z.string().max(200).optional(),
    kind: z.enum(["turn", "file", "memory", "fact", "episode"]).optional(),
    k: limit({ usual: 10, most: 100 }),
    explain: flag,
    /** Searches as a turn with these words would. */
    automatic: flag,
    /** With `automatic`: earlier messages, one a line, of which the last is the agent's. */
    earlier: z.string().max(20_000).optional(),
  });

const text = (most: number) => z.string().max(most);
export const IndexItem = () =>
  z.strictObject({
    id: text(200).min(1),
    session: z.union([text(200), z.number().transform(String)]).optional(),
    date: text(80).optional(),
    speaker: text(200).default(""),
    role: z.enum(["user", "assistant"]).optional(),
    text: text(100_000),
    trust: trust.optional(),
  });
export const IndexBody = () =>
  z.object({
    conversation: text(200).min(1).optional(),
    scope: scope.optional(),
    items: z.array(IndexItem()).max(5_000).default([]),
    /** Indexes text of a file instead of turns. */
    path: text(1_000).min(1).optional(),
    text: text(2_000_000).optional(),
    date: date.optional(),
    /** Trust of the text. Absent: messages of the person are trusted, all else is not. */
    trust: trust.optional(),
  });
export const DeepBody = () =>
  z.object({
    query: text(4_000).min(1),
    style: z.enum(["structured", "narrative", "factual"]).default("structured"),
    stream: z.boolean().default(false),
  });
