/** Modes over HTTP. */
import type { Page } from "../../../src/channels/web/wire.ts";
import type { ModeEntry } from "../../../src/contract/modes.ts";
import { call, query, type Result } from "../http.ts";

/** Empty: the default agent, its own model. */
export function readModes(of: { agent: string; model: string }): Promise<Result<Page<ModeEntry>>> {
  return call("GET", `/modes${query(of)}`);
}
