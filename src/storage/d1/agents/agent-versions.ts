/** The version history of agents: each version with its author and time. */
import { and, desc, eq, lt } from "drizzle-orm";
import { type AgentFields, storedFields } from "../../../agents/fields.ts";
import type { Database } from "../database.ts";
import { agentVersions } from "../schema/agents.ts";

/** `loaded`: it came with Nightjar. */
export type VersionChange = "loaded" | "created" | "edited" | "restored";

export interface AgentVersion {
  version: number;
  change: VersionChange;
  /** The version that was restored. */
  restored_from: number | null;
  /** Id of a person; null: nobody of this instance. */
  by: string | null;
  /** ms since the epoch. */
  at: number;
  fields: AgentFields;
}

export class AgentVersions {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Newest first. */
  async list(slug: string, page: { before?: number; limit: number }): Promise<AgentVersion[]> {
    const { before, limit } = page;
    const isBefore = before === undefined ? undefined : lt(agentVersions.version, before);
    const rows = await this.db
      .select()
      .from(agentVersions)
      .where(and(eq(agentVersions.slug, slug), isBefore))
      .orderBy(desc(agentVersions.version))
      .limit(limit);
    return rows.map(versionOf);
  }

  async get(slug: string, version: number): Promise<AgentVersion | undefined> {
    const [found] = await this.list(slug, { before: version + 1, limit: 1 });
    return found?.version === version ? found : undefined;
  }
}

function versionOf({ slug: _slug, change, fields, ...row }: typeof agentVersions.$inferSelect): AgentVersion {
  return { ...row, change: change as VersionChange, fields: storedFields(fields) };
}
