/**
 * The policy port: may this call run now? Deterministic; it never throws and asks no model. Does not enforce what it
 * decides: the loop denies, or parks the call for a person.
 */
import type { Agent, ToolRule } from "../../domain/agent.ts";
import type { Tool } from "./tool.ts";
import type { TurnTrust } from "./trust.ts";

export interface PolicyQuestion {
  tool: Tool;
  /** Has passed `tool.input.parse`. */
  input: unknown;
  agent: Agent;
  /** Tool rules of this turn. */
  rules: Readonly<Record<string, ToolRule>>;
  turn: TurnTrust;
  /** The owner once answered "always" for this agent and tool. It lifts `ask`, never `deny`. */
  granted?: boolean;
}

/** `reason` is for the person who decides, or for the model that is refused. */
export type Verdict =
  | { verdict: "allow" }
  | { verdict: "ask"; reason: string }
  | { verdict: "deny"; reason: string };

export interface PolicyPort {
  /** Called before each call whose arguments are valid, unless a person has approved that very call. */
  decide(question: PolicyQuestion): Verdict;
}
