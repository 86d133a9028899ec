/** D1 tables of tools: what people allowed for good, and the MCP servers they added. Times are ms since the epoch. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The owner answered "always" for this agent and tool. */
export const toolGrants = sqliteTable(
  "tool_grants",
  {
    owner: text().notNull(),
    agent: text().notNull(),
    tool: text().notNull(),
    granted_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.agent, table.tool] })],
);

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
    /** JSON: header name to value; may hold `{{secret:NAME}}`. Never shown again. */
    headers: text().notNull().default("{}"),
    /** A call that tells of its progress may take so long. */
    longest_call_seconds: integer().notNull().default(600),
    /** JSON of the OAuth client and its tokens, or null. */
    oauth: text(),
    /** JSON: the tools as the owner accepted them. */
    accepted: text().notNull().default("[]"),
    /** JSON: the tools as the server last listed them. */
    listed: text().notNull().default("[]"),
    /** JSON: what it has beside tools, as it was last listed. */
    offers: text().notNull().default('{"resources":false,"prompts":[]}'),
    listed_at: integer(),
    /** Why it could not be reached last time. */
    problem: text(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.name] })],
);
