/** Abilities of agents: standing permissions, skills, MCP servers. */
import { call, type Result } from "../http.ts";

export interface Grant {
  agent: string;
  tool: string;
  /** ISO 8601. */
  granted_at: string;
}

export interface SkillSummary {
  name: string;
  description: string;
  always: boolean;
  allowed_tools: string[];
  source: "shipped" | "workspace";
}

export interface Skills {
  items: SkillSummary[];
  /** Skills of the workspace that can't be used, with the reasons. */
  broken: BrokenSkill[];
}

export interface BrokenSkill {
  name: string;
  problem: string;
}

export interface SkillPreview {
  installed: boolean;
  /** Sent back with the installation, so that exactly the previewed archive is installed. */
  digest: string;
  skills: SkillContents[];
  /** Skills of the archive that can't be used. */
  broken: BrokenSkill[];
}

export interface SkillContents {
  name: string;
  description: string;
  warnings: string[];
  files: { path: string; size: number }[];
  /** Hosts and tools that its texts mention. */
  hosts: string[];
  mentions: string[];
  body: string;
}

interface McpToolSummary {
  name: string;
  description: string;
  read_only: boolean;
}

export interface McpServerSummary {
  name: string;
  url: string;
  enabled: boolean;
  oauth: "none" | "signed_in" | "signed_out";
  /** Longest duration of one call that reports progress. */
  longest_call_seconds: number;
  tools: McpToolSummary[];
  /** Tools that are new or changed since the last review: not offered to agents until they are accepted. */
  pending: (McpToolSummary & { change: "new" | "changed" })[];
  problem: string | null;
}

interface NewMcpServer {
  name: string;
  url: string;
  headers: Record<string, string>;
  oauth: boolean;
  longest_call_seconds: number;
}

/** A tool that agents can be given. */
export interface ToolSummary {
  name: string;
  description: string;
  effect: "read" | "idempotent" | "once";
  reach: "inside" | "outside";
  personal: boolean;
  from: "built_in" | "server" | "capability";
}

export function listTools(): Promise<Result<{ items: ToolSummary[] }>> {
  return call("GET", "/tools");
}

export function listGrants(): Promise<Result<{ items: Grant[] }>> {
  return call("GET", "/grants");
}

export function revokeGrant({ agent, tool }: Grant): Promise<Result<unknown>> {
  return call("DELETE", "/grants", { agent, tool });
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

export function changeServer(
  name: string,
  change: { enabled?: boolean; longest_call_seconds?: number },
): Promise<Result<McpServerSummary>> {
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

/** `url`: the server's own sign-in page. */
export function beginSignIn(name: string): Promise<Result<{ status: string; url?: string }>> {
  return call("POST", `${at(name)}/sign-in`, {});
}

function at(name: string): string {
  return `/mcp-servers/${encodeURIComponent(name)}`;
}
