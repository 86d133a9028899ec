/** Capabilities: tools that were written here, with their versions, files and calls. */
import { call, type Result } from "../http.ts";

/** Slugs of the agents and rooms in which everybody may use it. */
export interface SharedWith {
  agents: string[];
  rooms: string[];
}

/** A secret, and a host that it is sent to. */
export interface SecretUse {
  secret: string;
  host: string;
}

export interface Capability {
  name: string;
  /** The tool's name for agents. */
  tool: string;
  description: string;
  input_schema: Record<string, unknown>;
  tags: string[];
  hosts: string[];
  secrets: string[];
  secret_uses: SecretUse[];
  shared: SharedWith;
  status: "building" | "active" | "failed" | "disabled";
  /** Null while there is none. */
  version: number | null;
  calls: number;
  failures: number;
  problem: string | null;
  /** ISO 8601. */
  last_called_at: string | null;
}

export interface CapabilityVersion {
  version: number;
  change: "built" | "imported" | "restored";
  restored_from: number | null;
  tests: number;
  created_at: string;
}

export interface CapabilityCall {
  id: string;
  version: number;
  ok: boolean;
  /** As JSON. */
  input: string;
  output: string;
  console: string;
  duration_ms: number;
  at: string;
}

export type CapabilityRun = Pick<CapabilityCall, "ok" | "output" | "console" | "duration_ms" | "version">;

export interface CapabilityPreview {
  installed: boolean;
  /** Sent back with the installation, so that exactly the previewed archive is installed. */
  digest: string;
  preview: {
    name: string;
    description: string;
    hosts: string[];
    secret_uses: SecretUse[];
    files: { path: string; size: number }[];
  };
}

export interface FileDifference {
  path: string;
  change: "added" | "removed" | "changed";
  lines: { op: "same" | "added" | "removed"; text: string }[];
}

const at = (name: string, rest = "") => `/capabilities/${encodeURIComponent(name)}${rest}`;

export function listCapabilities(words: string): Promise<Result<{ items: Capability[] }>> {
  return call("GET", `/capabilities?q=${encodeURIComponent(words)}`);
}

export function runCapability(name: string, input: Record<string, unknown>): Promise<Result<CapabilityRun>> {
  return call("POST", at(name, "/run"), { input });
}

export function switchCapability(name: string, to: "enable" | "disable"): Promise<Result<Capability>> {
  return call("POST", at(name, `/${to}`), {});
}

/** Replaces the list of agents and rooms. */
export function shareCapability(name: string, shared: SharedWith): Promise<Result<Capability>> {
  return call("PATCH", at(name), { shared });
}

export function removeCapability(name: string): Promise<Result<null>> {
  return call("DELETE", at(name));
}

export function readCapabilityFiles(
  name: string,
): Promise<Result<{ version: number; files: Record<string, string> }>> {
  return call("GET", at(name, "/files"));
}

export function listCapabilityCalls(name: string): Promise<Result<{ items: CapabilityCall[] }>> {
  return call("GET", at(name, "/calls"));
}

export function listCapabilityVersions(name: string): Promise<Result<{ items: CapabilityVersion[] }>> {
  return call("GET", at(name, "/versions"));
}

/** The changes of that version. */
export function compareCapability(
  name: string,
  version: number,
): Promise<Result<{ files: FileDifference[] }>> {
  return call("GET", at(name, `/versions/${version}/diff`));
}

export function restoreCapability(name: string, version: number): Promise<Result<Capability>> {
  return call("POST", at(name, "/restore"), { version });
}

/** Without a digest it only previews the archive; with the preview's digest it installs it. */
export function installCapability(archive: Blob, digest?: string): Promise<Result<CapabilityPreview>> {
  const typed = new Blob([archive], { type: "application/zip" });
  return call("POST", digest === undefined ? "/capabilities" : `/capabilities?install=${digest}`, typed);
}

/** Download address of the version in use, as a zip archive. */
export function archiveAddress(name: string): string {
  return `/api/v1${at(name, "/archive")}`;
}
