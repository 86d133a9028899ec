/** Builds of capabilities, running or ended. */
import { call, type Result } from "../http.ts";

export interface Build {
  id: string;
  /** The capability's name. */
  name: string;
  status: "building" | "completed" | "failed" | "cancelled";
  version: number | null;
  /** Why it failed. */
  error: string | null;
}

export function readBuild(id: string): Promise<Result<Build>> {
  return call("GET", `/builds/${encodeURIComponent(id)}`);
}
