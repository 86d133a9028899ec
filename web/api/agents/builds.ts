/** Builds of capabilities, running or ended. */
import type { OpenBuild } from "../../../src/contract/agents/builds.ts";
import { call, type Result } from "../http.ts";

export type { OpenBuild };

export function readBuild(id: string): Promise<Result<OpenBuild>> {
  return call("GET", `/builds/${encodeURIComponent(id)}`);
}
