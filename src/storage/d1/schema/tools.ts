/**
 * D1 tables of tools: the MCP servers that people added. Times are ms since the epoch.
 */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const mcpServers = sqliteTable(
  "mcp_servers",
  {
    owner: text().notNull(),
    /** Part of its tools' names: `mcp_{name}_{tool}`. */
    name: text().notNull(),
    url: text().notNull(),
    enabled: integer({ mode: "boolean" }).notNull().default(true),
    /** JSON: slugs of the agents that may use it; empty means all. */
    agents: text().notNull().default("[]"),
    /** JSON: header name to value; may contain `{{secret:NAME}}`. Never shown again. */
    headers: text().notNull().default("{}"),
    /** Time limit of a call that reports progress. */
    longest_call_seconds: integer().notNull().default(600),
    /** JSON of the OAuth client and its tokens, or null. */
    oauth: text(),
    /** JSON: the tools as the owner accepted them. */
    accepted: text().notNull().default("[]"),
    /** JSON: the tools as the server last listed them. */
    listed: text().notNull().default("[]"),
    /** JSON: its resources and prompts, as last listed. */
    offers: text().notNull().default('{"resources":false,"prompts":[]}'),
    /** JSON: kinds of arguments as the owner corrected them, by tool and path. */
    argument_kinds: text().notNull().default("{}"),
    listed_at: integer(),
    /** The reason why it could not be reached last time. */
    problem: text(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.name] })],
);
