/** What a child may do: never more than the turn that sets it going, and less where it was asked for less. */
import type { ToolContext } from "../agent/ports/tool.ts";
import type { Agent, AgentLimits, ToolRule } from "../domain/agent.ts";
import { DEEPEST, type Mandate } from "../domain/conversation/conversation.ts";
import { addressesIn } from "../tools/addresses.ts";
import { ruleFor, strictestOf } from "../tools/rules.ts";

export interface ChildLimits {
  /** Model calls and tool batches. */
  steps?: number | undefined;
  minutes?: number | undefined;
  /** US dollars, with all below it. */
  spend_usd?: number | undefined;
}

export interface MandateWish {
  kind: string;
  /** On top of the turn's own. */
  rules?: Readonly<Record<string, ToolRule>>;
  /** Its tools are not the house's but its part's (`Cast.tools`): by these names, and the turn's rules say nothing of them. */
  own_tools?: readonly string[];
  limits?: ChildLimits;
  /** Its task holds content from outside, whatever the turn has seen. */
  tainted?: boolean;
}

/** Nobody is there to hear or see what these do, or they would outlive the task. */
const NEVER: Readonly<Record<string, ToolRule>> = {
  speak: "deny",
  react: "deny",
  schedule_message: "deny",
  create_cron: "deny",
  create_heartbeat: "deny",
  update_schedule: "deny",
};
/** At the last level. */
const NO_DEEPER: Readonly<Record<string, ToolRule>> = { spawn_agent: "deny", delegate: "deny" };

const USUAL_STEPS = 25;
const USUAL_SPEND_USD = 1;
const MOST_URLS = 200;

/** `left_usd` of the turn limits what it gives away; what it may not do, or only after asking, holds below it as well. */
export function mandateFor(context: ToolContext, depth: number, wish: MandateWish): Mandate {
  const { agent, trust, seen, conversation, is_owners, payer, memory } = context;
  const own = conversation.parent()?.mandate;
  const { steps = USUAL_STEPS, spend_usd = USUAL_SPEND_USD } = wish.limits ?? {};
  const left = conversation.left_usd();
  const rules = [NEVER, depth >= DEEPEST ? NO_DEEPER : {}, wish.rules ?? {}];
  const { own_tools } = wish;
  return {
    kind: wish.kind,
    rules: own_tools ? onlyThese(own_tools) : rules.reduce(strictestOf, lifted(context)),
    max_steps: Math.min(steps, own?.max_steps ?? agent.limits.max_steps),
    spend_usd: Math.max(0, left === null ? spend_usd : Math.min(spend_usd, left)),
    tainted: trust === "untrusted" || wish.tainted === true,
    known_urls: [...addressesIn(seen.user_text), ...seen.seen_urls].slice(-MOST_URLS),
    is_owners,
    payer,
    ...(seen.read_by !== undefined && { read_by: seen.read_by }),
    // Who goes by less than the person's memory hands no more of it on.
    memory: memory === "person" ? "person" : "place",
    on_behalf_of: [agent.slug, ...(own?.on_behalf_of ?? [])],
    ...(own_tools && { is_errand: true as const }),
  };
}

/** Nothing but what is named. */
export function onlyThese(tools: readonly string[]): Record<string, ToolRule> {
  return { "*": "deny", ...Object.fromEntries(tools.map((name) => [name, "allow" as const])) };
}

/** The rules of the turn; what its person has allowed for good needs no question below it either. */
function lifted({ rules, seen: { granted = [] } }: ToolContext): Readonly<Record<string, ToolRule>> {
  const free = granted.filter((tool) => ruleFor(rules, tool) === "ask");
  return { ...rules, ...Object.fromEntries(free.map((tool) => [tool, "allow" as const])) };
}

/** An agent's part in a turn, as far as a mandate has a say in it. */
export interface Part {
  agent: Agent;
  rules: Readonly<Record<string, ToolRule>>;
  limits: AgentLimits;
  mayBeGranted?(tool: string): boolean;
}

export function under<T extends Part>(mandate: Mandate, part: T): T & Required<Pick<Part, "mayBeGranted">> {
  const { agent, rules, limits } = part;
  return {
    ...part,
    // What is denied is not even offered.
    agent: { ...agent, tools: strictestOf(agent.tools, mandate.rules) },
    rules: strictestOf(rules, mandate.rules),
    limits: { ...limits, max_steps: Math.min(limits.max_steps, mandate.max_steps) },
    mayBeGranted: (tool: string) => ruleFor(mandate.rules, tool) === "allow",
  };
}
