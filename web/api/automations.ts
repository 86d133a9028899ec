/** Automations of any kind, and their runs. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { Automation, AutomationRun } from "../../src/contract/instance/automations.ts";
import { call, query, type Result } from "./http.ts";

export type { Automation, AutomationRun };

export function listAutomations(): Promise<Result<Page<Automation>>> {
  return call("GET", "/automations");
}

export function listAutomationRuns(
  { kind, id }: Pick<Automation, "kind" | "id">,
  cursor: string | null,
): Promise<Result<Page<AutomationRun>>> {
  return call("GET", `/automations/${kind}/${encodeURIComponent(id)}/runs${query({ cursor })}`);
}
