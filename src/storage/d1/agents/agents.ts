/** Agents in D1, and their versions. */
import { notLike } from "drizzle-orm";
import { parseAgentFile } from "../../../agents/agent-file.ts";
import { type AgentFields, changesBetween, storedFields } from "../../../agents/fields.ts";
import { DRAFT_MARK } from "../../../domain/agent.ts";
import type { Database } from "../database.ts";
import { agents, agentVersions } from "../schema/agents.ts";
import type { BundledFile, VersionedKind } from "../versioned/kind.ts";
import { VersionLog } from "../versioned/version-log.ts";
import { VersionedStore } from "../versioned/versioned-store.ts";

const AGENTS: VersionedKind<AgentFields> = {
  noun: "an agent",
  table: agents,
  versions: agentVersions,
  besides: {},
  listed: notLike(agents.slug, `${DRAFT_MARK}%`),
  columnsOf: (fields) => ({ fields: JSON.stringify(fields) }),
  fieldsOf: ({ fields }) => storedFields(fields),
  changes: changesBetween,
  parse: parseAgentFile,
};

/** Lists are without drafts. */
export class AgentStore extends VersionedStore<AgentFields> {
  constructor(db: Database, files: readonly BundledFile[], now: () => number) {
    super(AGENTS, { db, files, now });
  }
}

export class AgentVersions extends VersionLog<AgentFields> {
  constructor(db: Database) {
    super(db, AGENTS);
  }
}
