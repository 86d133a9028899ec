/** Agents: their settings, versions and files. */
import type { Agent } from "../../../src/channels/web/wire.ts";
import type { AgentCopy, Agents, AgentTemplate, ShownAgent } from "../../../src/contract/agents/agents.ts";
import type { ConductorEntry } from "../../../src/contract/agents/conductor.ts";
import { call, query, type Result, readText } from "../http.ts";
import type { VersionSource } from "../versions.ts";

export type { ConductorEntry, ShownAgent };

export function isWhole(agent: ShownAgent): agent is Agent {
  return "instructions" in agent;
}

export function listShownAgents(): Promise<Result<Agents>> {
  return call("GET", "/agents");
}

export function createAgent(agent: AgentTemplate): Promise<Result<Agent>> {
  return call("POST", "/agents", agent);
}

/** Refused when the agent has a newer version meanwhile. */
export function saveAgent(agent: Agent): Promise<Result<Agent>> {
  return call("PUT", at(agent.slug), agent);
}

export function removeAgent(slug: string): Promise<Result<unknown>> {
  return call("DELETE", at(slug));
}

/** `replace`: imports it as a new version of the agent with the same slug. */
export function importAgent(text: string, { replace }: { replace: boolean }): Promise<Result<Agent>> {
  return call("POST", `/agents/import${query({ replace })}`, new Blob([text], { type: "text/markdown" }));
}

export function duplicateAgent(from: string, to: AgentCopy): Promise<Result<Agent>> {
  return call("POST", `${at(from)}/duplicate`, to);
}

export function listTemplates(): Promise<Result<{ items: AgentTemplate[] }>> {
  return call("GET", "/agent-templates");
}

export function readAgentFile(slug: string): Promise<Result<{ text: string }>> {
  return readText(`${at(slug)}.md`);
}

export function versionsOfAgent({
  slug,
  version: now,
}: Pick<Agent, "slug" | "version">): VersionSource<Agent> {
  return {
    list: (cursor) => call("GET", `${at(slug)}/versions${query({ cursor })}`),
    compare: (version) => call("GET", `${at(slug)}/versions/${version}${query({ against: String(now) })}`),
    restore: (version) => call("POST", `${at(slug)}/restore`, { version }),
  };
}

export function pictureHref({ slug, picture }: Pick<Agent, "slug" | "picture">): string {
  // The part after the # tells a new picture from the old one.
  return `/api/v1${at(slug)}/picture#${picture ?? ""}`;
}

function at(slug: string): string {
  return `/agents/${encodeURIComponent(slug)}`;
}

export function listConducted(): Promise<Result<{ items: ConductorEntry[] }>> {
  return call("GET", "/conducted?limit=50");
}

export function undoConducted(id: string): Promise<Result<ConductorEntry>> {
  return call("POST", `/conducted/${encodeURIComponent(id)}/undo`, {});
}
