/** Agents, their tools and context files, and their skills. */

import type { ContextFiles } from "../../agent/ports/context-files.ts";
import type { Toolbox } from "../../agent/ports/tool.ts";
import type { AgentCache } from "../../storage/d1/agents/agent-cache.ts";
import type { AgentStore, AgentVersions } from "../../storage/d1/agents/agents.ts";
import type { AgentDrafts } from "../../storage/d1/agents/drafts.ts";
import type { D1GrantStore } from "../../storage/d1/grants/grant-store.ts";
import type { BundledFile } from "../../storage/d1/versioned/kind.ts";
import type { Skills } from "../../tools/skills/create-skills.ts";
import { group } from "./group.ts";

export interface AgentServices {
  agents: AgentStore;
  agentVersions: AgentVersions;
  agentDrafts: AgentDrafts;
  /** Template agents, as files. */
  agentTemplates: readonly BundledFile[];
  agentCache: AgentCache;
  grants: D1GrantStore;
  /** The tools of an agent: built-in ones, and those of the parts. */
  toolbox: Toolbox;
  contextFiles: ContextFiles;
  skills: Skills;
}

export const AGENTS = group<AgentServices>()(
  "agents",
  "agentVersions",
  "agentDrafts",
  "agentTemplates",
  "agentCache",
  "grants",
  "toolbox",
  "contextFiles",
  "skills",
);
