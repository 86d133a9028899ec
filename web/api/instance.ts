/** This instance: the signed-in person, agents, models, running turns and costs. */
import type { AgentSummary, MonitorTurn } from "../../src/channels/web/wire.ts";
import type { Me, OwnSession } from "../../src/contract/people/me.ts";
import { SESSION } from "./early.ts";
import { call, query, type Result } from "./http.ts";

export type { Me };

export interface ModelSummary {
  id: string;
  name?: string;
  provider: string;
  provider_label?: string;
  /** Whether it can answer here. */
  configured: boolean;
  context_window: number;
  capabilities?: Record<string, boolean>;
  /** US dollars per million tokens; null when unknown. */
  price?: { input: number; output: number; cache_read?: number; cache_write_5m?: number } | null;
  /** Whether an admin entered the price. */
  price_entered?: boolean;
}

/** Spending on one model, agent, conversation or day (UTC). */
export interface CostGroup {
  key: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  /** US dollars, over the calls whose price is known. */
  cost_usd: number;
  unpriced_calls?: number;
  /** Calls whose usage is estimated: they died with the machine, or still run. */
  estimated_calls?: number;
  /** Calls whose cost the provider itself reported. */
  reported_calls?: number;
}

export interface Costs {
  total_usd: number;
  items: CostGroup[];
}

/** Spending of one day (UTC) on one model, agent or person. */
export interface DayPart {
  day: string;
  key: string;
  calls: number;
  cost_usd: number;
}

export type Period = "today" | "week" | "month" | "all";
export type Grouping = "model" | "agent" | "user" | "conversation" | "day";

export interface Status {
  version: string;
  default_model?: string | null;
  fast_model?: string | null;
}

export function readMe(): Promise<Result<Me>> {
  return call("GET", "/me");
}

/** Null: nobody is signed in here. */
export function readSession(): Promise<Result<OwnSession>> {
  return call("GET", SESSION);
}

export function listAgents(): Promise<Result<{ items: AgentSummary[]; default: string | null }>> {
  return call("GET", "/agents");
}

export function listModels(): Promise<
  Result<{ items: ModelSummary[]; default: string | null; fast: string | null }>
> {
  return call("GET", "/models");
}

export function readMonitor(): Promise<Result<{ items: MonitorTurn[] }>> {
  return call("GET", "/monitor");
}

export function readCost(period: Period, by: Grouping): Promise<Result<Costs>> {
  return call("GET", `/cost${query({ period, by })}`);
}

export function readCostDays(
  period: Period,
  by: "model" | "agent" | "user",
): Promise<Result<{ items: DayPart[] }>> {
  return call("GET", `/cost/days${query({ period, by })}`);
}

export function readStatus(): Promise<Result<Status>> {
  return call("GET", "/status");
}
