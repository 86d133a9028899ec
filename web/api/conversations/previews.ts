/** Trial conversations with an agent before it is saved; they are deleted afterwards. */
import type { Agent } from "../../../src/channels/web/wire.ts";
import { call, type Result } from "../http.ts";

export interface Preview {
  /** The conversation's id. */
  id: string;
  /** Messages for the agent as it is now name this. */
  agent: string;
}

type Unsaved = Omit<Agent, "slug" | "version">;

export function beginPreview(agent: Unsaved): Promise<Result<Preview>> {
  return call("POST", "/agent-previews", agent);
}

export function renewPreview(id: string, agent: Unsaved): Promise<Result<Preview>> {
  return call("PUT", at(id), agent);
}

export function endPreview(id: string): Promise<Result<unknown>> {
  return call("DELETE", at(id));
}

function at(id: string): string {
  return `/agent-previews/${encodeURIComponent(id)}`;
}
