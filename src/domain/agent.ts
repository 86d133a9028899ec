/** An agent: a configured persona. */

export type ToolRule = "allow" | "ask" | "deny";

/** When a message that comes while a turn runs is read: in a turn of its own, or at the running one's next step. */
export type Steering = "next_turn" | "next_step";

export interface AgentLimits {
  /** Model calls and tool batches in one turn. */
  max_steps: number;
  max_output_tokens: number;
  /** Compaction starts here; absent means 75 % of the model's window. */
  compact_at_tokens?: number;
  /** Absent: as the channel has it. */
  steering?: Steering;
}

export interface Agent {
  slug: string;
  name: string;
  role: string;
  /** Markdown: who the agent is and how it works. */
  instructions: string;
  /** `provider/model`, first choice first. Empty: the instance's default. */
  models: string[];
  /** Absent tools are allowed; `*` changes that default. */
  tools: Record<string, ToolRule>;
  skills: string[];
  limits: AgentLimits;
  /** Grows with each edit. */
  version: number;
}

export const DEFAULT_LIMITS: AgentLimits = { max_steps: 50, max_output_tokens: 8192 };

/** The reason given when the named agent does not exist. */
export function noSuchAgent(slug: string): string {
  return `There is no agent "${slug}". GET /api/v1/agents lists them.`;
}
