/** MCP servers in D1, separate for each owner. */
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { ARGUMENT_KINDS } from "../../../domain/provenance/provenance.ts";
import type { McpServer, McpStore, OAuthState, RefreshTurn } from "../../../tools/mcp/store.ts";
import type { Database } from "../database.ts";
import { mcpServers } from "../schema/tools.ts";

const Tools = z.array(
  z.object({
    name: z.string(),
    description: z.string(),
    input: z.record(z.string(), z.unknown()),
    read_only: z.boolean(),
    changes: z.literal(true).optional(),
    open_world: z.boolean().optional(),
    destructive: z.boolean().optional(),
  }),
);
const Offers = z.object({
  resources: z.boolean(),
  prompts: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      arguments: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
    }),
  ),
  left_out: z.array(z.object({ name: z.string(), why: z.string() })).default([]),
});
const ArgumentKinds = z.record(z.string(), z.record(z.string(), z.enum(ARGUMENT_KINDS)));
const Headers = z.record(z.string(), z.string());
const OAuth = z.looseObject({ verifier: z.string().optional(), state: z.string().optional() }).nullable();

type Row = typeof mcpServers.$inferSelect;

const { oauth } = mcpServers;

export class D1McpStore implements McpStore {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  async list(owner: string): Promise<McpServer[]> {
    const rows = await this.db
      .select()
      .from(mcpServers)
      .where(eq(mcpServers.owner, owner))
      .orderBy(asc(mcpServers.name));
    return rows.map(serverOf);
  }

  async get(owner: string, name: string): Promise<McpServer | undefined> {
    const [row] = await this.db.select().from(mcpServers).where(one(owner, name));
    return row && serverOf(row);
  }

  async put(server: McpServer): Promise<void> {
    const { oauth, ...rest } = rowOf(server);
    const fields = { ...rest, updated_at: this.now() };
    await this.db
      .insert(mcpServers)
      .values({ ...fields, oauth, created_at: this.now() })
      .onConflictDoUpdate({ target: [mcpServers.owner, mcpServers.name], set: fields });
  }

  async saveListing({
    owner,
    name,
    listed,
    offers,
    listed_at,
    problem,
  }: Pick<McpServer, "owner" | "name" | "listed" | "offers" | "listed_at" | "problem">): Promise<void> {
    await this.db
      .update(mcpServers)
      .set({ listed: JSON.stringify(listed), offers: JSON.stringify(offers), listed_at, problem })
      .where(one(owner, name));
  }

  async saveOAuth(owner: string, name: string, state: OAuthState | null): Promise<void> {
    await this.db
      .update(mcpServers)
      .set({ oauth: state && JSON.stringify(state), updated_at: this.now() })
      .where(one(owner, name));
  }

  async saveChallenge(owner: string, name: string, challenge: string): Promise<void> {
    await this.db
      .update(mcpServers)
      .set({ oauth: sql`json_set(${oauth}, '$.challenge', ${challenge})` })
      .where(and(one(owner, name), isNotNull(oauth)));
  }

  async beginRefresh(
    owner: string,
    name: string,
    { refresh_token, now, until }: RefreshTurn,
  ): Promise<boolean> {
    const isThisToken = sql`json_extract(${oauth}, '$.tokens.refresh_token') = ${refresh_token}`;
    const isFree = sql`COALESCE(json_extract(${oauth}, '$.refreshing_until'), 0) <= ${now}`;
    const begun = await this.db
      .update(mcpServers)
      .set({ oauth: sql`json_set(${oauth}, '$.refreshing_until', ${until})` })
      .where(and(one(owner, name), isThisToken, isFree))
      .returning({ name: mcpServers.name });
    return begun.length > 0;
  }

  async endRefresh(
    { owner, name }: { owner: string; name: string },
    until: number,
    result: OAuthState,
  ): Promise<void> {
    const isThisTurn = sql`json_extract(${oauth}, '$.refreshing_until') = ${until}`;
    await this.db
      .update(mcpServers)
      .set({ oauth: JSON.stringify(result), updated_at: this.now() })
      .where(and(one(owner, name), isThisTurn));
  }

  async remove(owner: string, name: string): Promise<boolean> {
    const gone = await this.db
      .delete(mcpServers)
      .where(one(owner, name))
      .returning({ name: mcpServers.name });
    return gone.length > 0;
  }
}

function one(owner: string, name: string) {
  return and(eq(mcpServers.owner, owner), eq(mcpServers.name, name));
}

function serverOf(row: Row): McpServer {
  const { owner, name, url, enabled, longest_call_seconds, listed_at, problem } = row;
  return {
    owner,
    name,
    url,
    enabled,
    longest_call_seconds,
    listed_at,
    problem,
    agents: z.array(z.string()).parse(JSON.parse(row.agents)),
    headers: Headers.parse(JSON.parse(row.headers)),
    oauth: OAuth.parse(row.oauth === null ? null : JSON.parse(row.oauth)) as McpServer["oauth"],
    accepted: Tools.parse(JSON.parse(row.accepted)),
    listed: Tools.parse(JSON.parse(row.listed)),
    offers: Offers.parse(JSON.parse(row.offers)),
    argument_kinds: ArgumentKinds.parse(JSON.parse(row.argument_kinds)),
  };
}

function rowOf({
  agents,
  headers,
  oauth,
  accepted,
  listed,
  offers,
  argument_kinds = {},
  ...plain
}: McpServer) {
  return {
    ...plain,
    agents: JSON.stringify(agents),
    headers: JSON.stringify(headers),
    oauth: oauth && JSON.stringify(oauth),
    accepted: JSON.stringify(accepted),
    listed: JSON.stringify(listed),
    offers: JSON.stringify(offers),
    argument_kinds: JSON.stringify(argument_kinds),
  };
}
