/** This instance: the signed-in person, agents, models, running turns and costs. */
import type { Agents } from "../../src/contract/agents/agents.ts";
import type { Branding, BrandingChange } from "../../src/contract/instance/branding.ts";
import type {
  CostDays,
  CostGroup,
  Costs,
  DayGrouping,
  DayPart,
  Grouping,
  Period,
} from "../../src/contract/instance/costs.ts";
import type { MonitorTurn, Status } from "../../src/contract/instance/instance.ts";
import type { ModelSummary, Models } from "../../src/contract/instance/models.ts";
import type { Me, OwnSession } from "../../src/contract/people/me.ts";
import { api, type Result } from "./http.ts";

export type { Branding, CostGroup, Costs, DayPart, Grouping, Me, ModelSummary, Period, Status };

/** The logo is the id of an uploaded file. */
export function changeBranding(change: BrandingChange): Promise<Result<Branding>> {
  return api("PATCH /instance/branding", {}, change);
}

export function readMe(): Promise<Result<Me>> {
  return api("GET /me");
}

/** Null: nobody is signed in here. */
export function readSession(): Promise<Result<OwnSession>> {
  return api("GET /auth/session");
}

export function listAgents(): Promise<Result<Agents>> {
  return api("GET /agents");
}

export function listModels(): Promise<Result<Models>> {
  return api("GET /models");
}

/** `all`: everybody's, for the operator. */
export function readMonitor(all = false): Promise<Result<{ items: MonitorTurn[] }>> {
  return api("GET /monitor", { all: all || undefined });
}

export function readCost(period: Period, by: Grouping): Promise<Result<Costs>> {
  return api("GET /cost", { period, by });
}

export function readCostDays(period: Period, by: DayGrouping): Promise<Result<CostDays>> {
  return api("GET /cost/days", { period, by });
}

export function readStatus(): Promise<Result<Status>> {
  return api("GET /status");
}
