/** The mandate of a child: never more than the turn that starts it, and less if less was asked for. */
import type { ToolContext } from "../agent/ports/tool.ts";
import type { Agent, AgentLimits, ToolRule } from "../domain/agent.ts";
import { DEEPEST, type Mandate } from "../domain/conversation/conversation.ts";
import { addressesIn } from "../tools/addresses.ts";
import { ruleFor, strictestOf } from "../tools/rules.ts";

interface ChildLimits {
  /** Model calls and tool batches. */
  steps?: number | undefined;
  minutes?: number | undefined;
  /** US dollars, including all descendants. */
  spend_usd?: number | undefined;
}

export interface MandateRequest {
  kind: string;
  /** Restrictions beyond those of the turn. */
  rules?: Readonly<Record<string, ToolRule>>;
  /**
   * Names of tools that the child's own part provides (`Cast.tools`): only these are allowed, and the turn's
   * rules do not apply to them.
   */
  own_tools?: readonly string[];
  limits?: ChildLimits;
  /** The task holds untrusted content, whatever the turn has seen. */
  tainted?: boolean;
}

/** Tools without a use in a child: nobody sees or hears their effect, or it would outlive the task. */
const NEVER: Readonly<Record<string, ToolRule>> = {
  speak: "deny",
  react: "deny",
  schedule_message: "deny",
  create_cron: "deny",
  create_heartbeat: "deny",
  update_schedule: "deny",
};
/** Tools denied at the deepest level. */
const NO_DEEPER: Readonly<Record<string, ToolRule>> = { spawn_agent: "deny", delegate: "deny" };

const USUAL_STEPS = 25;
const USUAL_SPEND_USD = 1;
const MOST_URLS = 200;

/**
 * `left_usd` of the turn caps the child's spend; what the turn may not do, or only after asking, applies to
 * the child as well.
 */
export function mandateFor(context: ToolContext, depth: number, request: MandateRequest): Mandate {
  const { agent, trust, seen, conversation, is_owners, payer, memory } = context;
  const own = conversation.parent()?.mandate;
  const { steps = USUAL_STEPS, spend_usd = USUAL_SPEND_USD } = request.limits ?? {};
  const left = conversation.left_usd();
  const rules = [NEVER, depth >= DEEPEST ? NO_DEEPER : {}, request.rules ?? {}];
  const { own_tools } = request;
  return {
    kind: request.kind,
    rules: own_tools ? onlyThese(own_tools) : rules.reduce(strictestOf, context.rules),
    max_steps: Math.min(steps, own?.max_steps ?? agent.limits.max_steps),
    spend_usd: Math.max(0, left === null ? spend_usd : Math.min(spend_usd, left)),
    tainted: trust === "untrusted" || request.tainted === true,
    known_urls: [...addressesIn(seen.user_text), ...seen.seen_urls].slice(-MOST_URLS),
    is_owners,
    payer,
    ...(seen.read_by !== undefined && { read_by: seen.read_by }),
    // A turn with less than the person's memory passes no more of it on.
    memory: memory === "person" ? "person" : "place",
    task: own?.task ?? { conversation_id: context.conversation_id, turn_id: context.turn_id },
    on_behalf_of: [agent.slug, ...(own?.on_behalf_of ?? [])],
    ...(own_tools && { is_errand: true as const }),
  };
}

/** Rules that deny every tool except the named ones. */
export function onlyThese(tools: readonly string[]): Record<string, ToolRule> {
  return { "*": "deny", ...Object.fromEntries(tools.map((name) => [name, "allow" as const])) };
}

/** The part of a cast that a mandate bounds. */
interface Part {
  agent: Agent;
  rules: Readonly<Record<string, ToolRule>>;
  limits: AgentLimits;
  mayBeGranted?(tool: string): boolean;
}

export function under<T extends Part>(mandate: Mandate, part: T): T & Required<Pick<Part, "mayBeGranted">> {
  const { agent, rules, limits } = part;
  return {
    ...part,
    // Denied tools are not offered to the model.
    agent: { ...agent, tools: strictestOf(agent.tools, mandate.rules) },
    rules: strictestOf(rules, mandate.rules),
    limits: { ...limits, max_steps: Math.min(limits.max_steps, mandate.max_steps) },
    mayBeGranted: (tool: string) => ruleFor(mandate.rules, tool) === "allow",
  };
}
