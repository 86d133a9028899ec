/** Abilities of agents: standing permissions, skills, MCP servers. */
import type {
  ArgumentKindsChange,
  McpServerChange,
  McpServerSummary,
  McpToolSummary,
  NewMcpServer,
  SignIn,
} from "../../../src/contract/agents/mcp.ts";
import type {
  SkillContents,
  SkillPreview,
  SkillSummary,
  Skills,
} from "../../../src/contract/agents/skills.ts";
import type { ToolSummary } from "../../../src/contract/agents/tools.ts";
import { call, type Result } from "../http.ts";

export type { McpServerSummary, McpToolSummary, SkillContents, SkillPreview, SkillSummary, ToolSummary };

export function listTools(): Promise<Result<{ items: ToolSummary[] }>> {
  return call("GET", "/tools");
}

export function listSkills(): Promise<Result<Skills>> {
  return call("GET", "/skills");
}

/** Previews the archive; installs nothing. */
export function lookIntoSkills(archive: Blob): Promise<Result<SkillPreview>> {
  return call("POST", "/skills", archive);
}

/** `digest`: that of the preview. */
export function installSkills(
  archive: Blob,
  digest: string,
  names: readonly string[],
): Promise<Result<SkillPreview>> {
  return call(
    "POST",
    `/skills?${new URLSearchParams({ install: digest, skills: names.join(",") })}`,
    archive,
  );
}

export function removeSkill(name: string): Promise<Result<unknown>> {
  return call("DELETE", `/skills/${encodeURIComponent(name)}`);
}

export function listServers(): Promise<Result<{ items: McpServerSummary[] }>> {
  return call("GET", "/mcp-servers");
}

export function addServer(server: NewMcpServer): Promise<Result<McpServerSummary>> {
  return call("POST", "/mcp-servers", server);
}

export function changeServer(name: string, change: McpServerChange): Promise<Result<McpServerSummary>> {
  return call("PATCH", at(name), change);
}

export function removeServer(name: string): Promise<Result<unknown>> {
  return call("DELETE", at(name));
}

export function refreshServer(name: string): Promise<Result<McpServerSummary>> {
  return call("POST", `${at(name)}/refresh`, {});
}

export function acceptTools(name: string, tools: string[]): Promise<Result<McpServerSummary>> {
  return call("POST", `${at(name)}/accept`, { tools });
}

export function correctArguments(
  name: string,
  change: ArgumentKindsChange,
): Promise<Result<McpServerSummary>> {
  return call("PUT", `${at(name)}/arguments`, change);
}

/** `url`: the server's own sign-in page. */
export function beginSignIn(name: string): Promise<Result<SignIn>> {
  return call("POST", `${at(name)}/sign-in`, {});
}

function at(name: string): string {
  return `/mcp-servers/${encodeURIComponent(name)}`;
}
