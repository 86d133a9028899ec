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
import { call, type Result } from "../http.ts";

export type { Capability, CapabilityCall, CapabilityPreview, CapabilityRun, CapabilityVersion };

export type SharedWith = Capability["shared"];
export type FileDifference = CapabilityDiff["files"][number];

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

export function readCapabilityFiles(name: string): Promise<Result<CapabilityFiles>> {
  return call("GET", at(name, "/files"));
}

export function listCapabilityCalls(name: string): Promise<Result<{ items: CapabilityCall[] }>> {
  return call("GET", at(name, "/calls"));
}

export function listCapabilityVersions(name: string): Promise<Result<{ items: CapabilityVersion[] }>> {
  return call("GET", at(name, "/versions"));
}

/** The changes of that version. */
export function compareCapability(name: string, version: number): Promise<Result<CapabilityDiff>> {
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
