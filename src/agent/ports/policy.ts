/**
 * The policy port: may this call run now? Deterministic; it never throws and asks no model. Does not enforce what it
 * decides: the loop denies, or parks the call for a person.
 */
import type { Agent, ToolRule } from "../../domain/agent.ts";
import type { CallId } from "../../domain/ids.ts";
import type { ArgumentOrigin, CallProvenance } from "../../domain/provenance/provenance.ts";
import type { Tool } from "./tool.ts";
import type { TurnTrust } from "./trust.ts";

export interface PolicyQuestion {
  tool: Tool;
  /** Has passed `tool.input.parse`. */
  input: unknown;
  /** Absent: not a call of the turn itself. */
  call_id?: CallId;
  agent: Agent;
  /** Tool rules of this turn. */
  rules: Readonly<Record<string, ToolRule>>;
  turn: TurnTrust;
  /**
   * Whether a standing permission of the owner covers the call. It lifts `ask`, never `deny`. Called at most once, and
   * only when the answer matters. Absent: none does.
   */
  granted?(call: GrantedCall): boolean;
}

/** A call as standing permissions are measured against it. */
export interface GrantedCall {
  tool: Tool;
  /** Has passed `tool.input.parse`. */
  input: unknown;
  turn: TurnTrust;
  /** Its sinks with their provenance; computed when it is called. Empty: the tool names none. */
  sinks(): readonly ArgumentOrigin[];
  /** Whether one place of outside text says all that the call is given. */
  isDictated(): boolean;
}

/** `reason` is for the person who decides, or for the model that is refused. */
export type Verdict =
  | { verdict: "allow" }
  /** `by_voice`: a spoken yes may allow it. */
  | ({ verdict: "ask"; reason: string; by_voice?: true } & CallProvenance)
  /** `is_held`: a person has refused the like of it in this turn. */
  | { verdict: "deny"; reason: string; is_held?: true };

export interface PolicyPort {
  /** Called before each call whose arguments are valid, unless a person has approved that very call. */
  decide(question: PolicyQuestion): Verdict;
}
