/** A source of automations: one kind or several, kept by one part. */
import type { Automation, AutomationKind, AutomationRun } from "../../contract/instance/automations.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Spending } from "../../storage/d1/ledger/spending.ts";
import { iso } from "../http/query.ts";
import type { Services } from "./services.ts";

export interface RunsWanted {
  id: string;
  /** Cursor of the page; absent: the newest. */
  before: string | undefined;
  limit: number;
}

/** A run, and the cursor of the page after it. */
export interface SourceRun {
  run: AutomationRun;
  cursor: string;
}

export interface AutomationSource {
  readonly kinds: readonly AutomationKind[];
  list(services: Services, principal: Principal): Promise<Automation[]>;
  /** Newest first; undefined: that person has no such automation. */
  runs(services: Services, principal: Principal, wanted: RunsWanted): Promise<SourceRun[] | undefined>;
}

export const NOTHING_SPENT: Spending = { models: [], cost_usd: null };

/** The ledger is asked for no longer a span. */
export const SPENDING_MS = 30 * 86_400_000;

export function isoOr(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : iso(at);
}
