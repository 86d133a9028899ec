/** Rules for inputs of one channel, on top of the agent's own: the stricter one holds. */
import type { Agent, ToolRule } from "../domain/agent.ts";
import type { Channel } from "../domain/inbound.ts";
import { strictestOf } from "./rules.ts";

export type SourceRules = Partial<Record<Channel, Record<string, ToolRule>>>;

/** Nobody reads along when a schedule or a job wakes the agent: there is no message to react to. */
const DEFAULT_SOURCE_RULES: SourceRules = { system: { react: "deny" } };

export function rulesOf(agent: Agent, channel: Channel, sources: SourceRules = DEFAULT_SOURCE_RULES) {
  return strictestOf(agent.tools, sources[channel] ?? {});
}
