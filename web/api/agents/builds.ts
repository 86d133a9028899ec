/** Capabilities that are being built, or were. */
import { call, type Result } from "../http.ts";

export interface Build {
  id: string;
  /** Of the capability. */
  name: string;
  status: "building" | "completed" | "failed" | "cancelled";
  version: number | null;
  /** Why it failed. */
  error: string | null;
}

export function readBuild(id: string): Promise<Result<Build>> {
  return call("GET", `/builds/${encodeURIComponent(id)}`);
}
