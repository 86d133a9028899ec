/** The policy port: may this call run now? Deterministic; it never throws and asks no model. */
import type { Agent, ToolRule } from "../../domain/agent.ts";
import type { Tool } from "./tool.ts";

/** What the turn has seen so far. */
export interface TurnTrust {
  /**
   * Untrusted content is in what the model sees: a result of this turn with `trust: "untrusted"`,
   * or one of an earlier turn that is still in the history.
   */
  tainted: boolean;
  /** The words of the person that this turn answers. */
  user_text: string;
  /** Addresses from `citations` and `links` of results so far. */
  seen_urls: readonly string[];
  /** Tools for which the owner has answered "always" for this agent. */
  granted?: readonly string[];
}

export interface PolicyQuestion {
  tool: Tool;
  /** Has passed `tool.input.parse`. */
  input: unknown;
  agent: Agent;
  /** Of this turn. */
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
  decide(question: PolicyQuestion): Verdict;
}
