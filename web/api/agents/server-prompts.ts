/** Prompts that the person's MCP servers offer, over HTTP. */
import type { FilledMcpPrompt, ServerPrompt } from "../../../src/contract/agents/mcp.ts";
import { call, type Result } from "../http.ts";

export type { ServerPrompt };

export function listServerPrompts(): Promise<Result<{ items: ServerPrompt[] }>> {
  return call("GET", "/mcp-prompts");
}

/** The filled prompt as text, to be edited and sent. */
export function fetchServerPrompt(
  { server, name }: Pick<ServerPrompt, "server" | "name">,
  values: Record<string, string>,
): Promise<Result<FilledMcpPrompt>> {
  return call("POST", "/mcp-prompts", { server, name, arguments: values });
}
