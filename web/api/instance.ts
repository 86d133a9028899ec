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
import { SESSION } from "./early.ts";
import { call, query, type Result } from "./http.ts";

export type { Branding, CostGroup, Costs, DayPart, Grouping, Me, ModelSummary, Period, Status };

/** The logo is the id of an uploaded file. */
export function changeBranding(change: BrandingChange): Promise<Result<Branding>> {
  return call("PATCH", "/instance/branding", change);
}

export function readMe(): Promise<Result<Me>> {
  return call("GET", "/me");
}

/** Null: nobody is signed in here. */
export function readSession(): Promise<Result<OwnSession>> {
  return call("GET", SESSION);
}

export function listAgents(): Promise<Result<Agents>> {
  return call("GET", "/agents");
}

export function listModels(): Promise<Result<Models>> {
  return call("GET", "/models");
}

/** `all`: everybody's, for the operator. */
export function readMonitor(all = false): Promise<Result<{ items: MonitorTurn[] }>> {
  return call("GET", `/monitor${query({ all: all || null })}`);
}

export function readCost(period: Period, by: Grouping): Promise<Result<Costs>> {
  return call("GET", `/cost${query({ period, by })}`);
}

export function readCostDays(period: Period, by: DayGrouping): Promise<Result<CostDays>> {
  return call("GET", `/cost/days${query({ period, by })}`);
}

export function readStatus(): Promise<Result<Status>> {
  return call("GET", "/status");
}
