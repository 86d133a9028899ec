/** Capabilities: tools that were written here, with their versions, files and calls. */
import type {
  Capability,
  CapabilityCall,
  CapabilityDiff,
  CapabilityFiles,
  CapabilityPreview,
  CapabilityRun,
  CapabilityVersion,
} from "../../../src/contract/agents/capabilities.ts";
import { api, call, type Result } from "../http.ts";

export type { Capability, CapabilityCall, CapabilityPreview, CapabilityRun, CapabilityVersion };

export type SharedWith = Capability["shared"];
export type FileDifference = CapabilityDiff["files"][number];

const at = (name: string, rest = "") => `/capabilities/${encodeURIComponent(name)}${rest}`;

export function listCapabilities(words: string): Promise<Result<{ items: Capability[] }>> {
  return api("GET /capabilities", { q: words });
}

export function runCapability(name: string, input: Record<string, unknown>): Promise<Result<CapabilityRun>> {
  return api("POST /capabilities/{name}/run", { name }, { input });
}

export function switchCapability(name: string, to: "enable" | "disable"): Promise<Result<Capability>> {
  return api(`POST /capabilities/{name}/${to}`, { name }, {});
}

/** Replaces the list of agents and rooms. */
export function shareCapability(name: string, shared: SharedWith): Promise<Result<Capability>> {
  return api("PATCH /capabilities/{name}", { name }, { shared });
}

export function removeCapability(name: string): Promise<Result<null>> {
  return api("DELETE /capabilities/{name}", { name });
}

export function readCapabilityFiles(name: string): Promise<Result<CapabilityFiles>> {
  return api("GET /capabilities/{name}/files", { name });
}

export function listCapabilityCalls(name: string): Promise<Result<{ items: CapabilityCall[] }>> {
  return api("GET /capabilities/{name}/calls", { name });
}

export function listCapabilityVersions(name: string): Promise<Result<{ items: CapabilityVersion[] }>> {
  return api("GET /capabilities/{name}/versions", { name });
}

/** The changes of that version. */
export function compareCapability(name: string, version: number): Promise<Result<CapabilityDiff>> {
  return api("GET /capabilities/{name}/versions/{version}/diff", { name, version });
}

export function restoreCapability(name: string, version: number): Promise<Result<Capability>> {
  return api("POST /capabilities/{name}/restore", { name }, { version });
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
