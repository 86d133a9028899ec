/** Prompts that the person's MCP servers offer, over HTTP. */
import { call, type Result } from "../http.ts";

export interface ServerPrompt {
  server: string;
  name: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
}

export function listServerPrompts(): Promise<Result<{ items: ServerPrompt[] }>> {
  return call("GET", "/mcp-prompts");
}

/** The filled prompt as text, to be edited and sent. */
export function fetchServerPrompt(
  { server, name }: Pick<ServerPrompt, "server" | "name">,
  values: Record<string, string>,
): Promise<Result<{ text: string }>> {
  return call("POST", "/mcp-prompts", { server, name, arguments: values });
}
