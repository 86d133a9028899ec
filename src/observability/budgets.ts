/** Budgets: spending limits per day or month, for a person, an agent or the whole instance. */
import type { AgentLimits } from "../domain/agent.ts";
import { isClient } from "../people/person.ts";
import type { Spend } from "./spend-meter.ts";

export type BudgetScope = "user" | "agent" | "instance";
export type BudgetPeriod = "day" | "month";

export interface Budget {
  scope: BudgetScope;
  /**
   * An owner or a slug. `*` applies to each of them separately, and is the key of the instance's own budget.
   */
  key: string;
  period: BudgetPeriod;
  /** US dollars. */
  limit_usd: number;
}

/** A budget that applies to one owner and agent, with the ledger's sum at the time of reading. */
export interface BudgetLine extends Budget {
  spent_usd: number;
  /** The person who also pays, if not the payer: a client spends from its keeper's budget too. */
  keeper?: string;
}

export interface BudgetSheet {
  /** ms since the epoch, when the reading began. */
  read_at: number;
  lines: BudgetLine[];
  /** The payer's messages that the agent has answered today. Read only when the agent limits them. */
  messages?: number;
}

/** Limits from the agent's own settings, in addition to the budgets set for it. */
type AgentAllowance = Pick<AgentLimits, "messages_per_day" | "spend_per_day_usd" | "spend_per_month_usd">;

export interface Payer {
  owner: string;
  agent: string;
  allowance?: AgentAllowance;
}

/** The agent's own limits, as budgets. */
export function ownBudgets({ agent, allowance = {} }: Payer): Budget[] {
  const { spend_per_day_usd: day, spend_per_month_usd: month } = allowance;
  const own = { scope: "agent", key: agent } as const;
  return [
    ...(day === undefined ? [] : [{ ...own, period: "day", limit_usd: day } as const]),
    ...(month === undefined ? [] : [{ ...own, period: "month", limit_usd: month } as const]),
  ];
}

/** A call that is about to be made. */
export interface Estimate {
  model: string;
  /** Upper bound of its cost in US dollars; null when the price is unknown. */
  cost_usd: number | null;
}

export function appliesTo({ scope, key }: Budget, { owner, agent }: Payer): boolean {
  if (scope === "instance") return true;
  return key === "*" || key === (scope === "user" ? owner : agent);
}

/** Start of the period that contains `now`, in ms since the epoch. Days and months are those of UTC. */
export function beginningOf(period: BudgetPeriod, now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), period === "day" ? date.getUTCDate() : 1);
}

interface BudgetUsage {
  sheet: BudgetSheet;
  payer: Payer;
  /** Spending that the sheet does not include. */
  unseen: readonly Spend[];
}

/**
 * The reason why the call is refused, if it is: a budget is used up, or the call could exceed it. A call of
 * unknown price is allowed while money is left, a free one always.
 */
export function overBudget(spent: BudgetUsage, estimate: Estimate, now: number): string | undefined {
  if (estimate.cost_usd === 0) return undefined;
  for (const line of spent.sheet.lines) {
    const left = line.limit_usd - spentOf(line, spent, now);
    if (left <= 0) return `The ${nameOf(line)} is used up. ${remedy(line)}`;
    if (estimate.cost_usd !== null && estimate.cost_usd > left) {
      const most = `The next call of ${estimate.model} may cost up to ${dollars(estimate.cost_usd)}`;
      return `${most}, and ${dollars(left)} is left of the ${nameOf(line)}. ${remedy(line)}`;
    }
  }
  return undefined;
}

/** The reason why the agent answers no further message of this payer today, if so. */
export function overMessages({ sheet, payer, unseen }: BudgetUsage, now: number): string | undefined {
  const most = payer.allowance?.messages_per_day;
  if (most === undefined) return undefined;
  const today = beginningOf("day", now);
  const fresh = unseen.filter(
    ({ at, owner, agent }) => at >= today && owner === payer.owner && agent === payer.agent,
  );
  const known = sheet.read_at >= today ? (sheet.messages ?? 0) : 0;
  if (known + new Set(fresh.map(turnOf)).size < most) return undefined;
  return `The agent "${payer.agent}" answers ${most} of your messages a day, and that limit is reached. It answers again after midnight UTC; its owner can raise the limit.`;
}

/** A call's id begins with the id of its turn. */
function turnOf({ id }: Spend): string | undefined {
  return id.split(":")[0];
}

/** A sheet read in an earlier period counts as zero for this one. */
function spentOf(line: BudgetLine, { sheet, payer, unseen }: BudgetUsage, now: number): number {
  const beginning = beginningOf(line.period, now);
  const known = sheet.read_at >= beginning ? line.spent_usd : 0;
  const own = unseen.filter((spend) => spend.at >= beginning && isShared(line, payer, spend));
  return own.reduce((sum, spend) => sum + spend.cost_usd, known);
}

function isShared({ scope, keeper }: BudgetLine, payer: Payer, spend: Spend): boolean {
  if (scope === "user") return spend.owner === payer.owner || spend.owner === keeper;
  if (scope === "instance") return true;
  return spend.agent === payer.agent || (spend.on_behalf_of ?? []).includes(payer.agent);
}

function nameOf({ scope, key, period, limit_usd, keeper }: BudgetLine): string {
  const whose = {
    user: spenderOf(key, keeper),
    agent: key === "*" ? "this agent" : `the agent "${key}"`,
    instance: "this instance",
  };
  return `budget of ${dollars(limit_usd)} a ${period} for ${whose[scope]}`;
}

function spenderOf(key: string, keeper: string | undefined): string {
  if (keeper !== undefined) return "whoever keeps this client";
  return isClient(key) ? "this client" : "you";
}

function remedy({ period, key }: Budget): string {
  const when = period === "day" ? "at midnight UTC" : "on the first of the month";
  const by = isClient(key) ? "whoever keeps this client" : "the operator";
  return `It resets ${when}; ${by} can raise it.`;
}

function dollars(amount: number): string {
  return `$${amount < 0.01 && amount > 0 ? amount.toFixed(4) : amount.toFixed(2)}`;
}
