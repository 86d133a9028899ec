/** Trial conversations with an agent before it is saved; they are deleted afterwards. */
import type { AgentPreview, AgentSettings } from "../../../src/contract/agents/agents.ts";
import { call, type Result } from "../http.ts";

export type { AgentPreview };

export function beginPreview(agent: AgentSettings): Promise<Result<AgentPreview>> {
  return call("POST", "/agent-previews", agent);
}

export function renewPreview(id: string, agent: AgentSettings): Promise<Result<AgentPreview>> {
  return call("PUT", at(id), agent);
}

export function endPreview(id: string): Promise<Result<unknown>> {
  return call("DELETE", at(id));
}

function at(id: string): string {
  return `/agent-previews/${encodeURIComponent(id)}`;
}
