/** What this Nightjar is and does: who is signed in, its agents and models, its live turns and costs. */
import type { AgentSummary, MonitorTurn } from "../../src/channels/web/wire.ts";
import { call, query, type Result } from "./http.ts";

export interface Me {
  owner: string;
  role: string;
  name: string;
}

export interface ModelSummary {
  id: string;
  name?: string;
  provider: string;
  context_window: number;
}

export interface CostItem {
  /** What it was spent on: a day, a model, an agent. */
  key: string;
  cost_usd: number | null;
  input_tokens: number;
  output_tokens: number;
  calls: number;
}

export type Period = "today" | "week" | "month" | "all";

export function readMe(): Promise<Result<Me>> {
  return call("GET", "/me");
}

export function signIn(token: string): Promise<Result<unknown>> {
  return call("POST", "/auth/session", { token });
}

export function signOut(): Promise<Result<unknown>> {
  return call("DELETE", "/auth/session");
}

export function listAgents(): Promise<Result<{ items: AgentSummary[] }>> {
  return call("GET", "/agents");
}

export function listModels(): Promise<Result<{ items: ModelSummary[] }>> {
  return call("GET", "/models");
}

export function readMonitor(): Promise<Result<{ items: MonitorTurn[] }>> {
  return call("GET", "/monitor");
}

export function readCost(period: Period, by: string): Promise<Result<unknown>> {
  return call("GET", `/cost${query({ period, by })}`);
}

export function readStatus(): Promise<Result<Record<string, unknown>>> {
  return call("GET", "/status");
}
