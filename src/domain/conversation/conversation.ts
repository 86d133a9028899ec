/** What a conversation is when it comes to be. */
import type { ToolRule } from "../agent.ts";
import type { CallId, ConversationId } from "../ids.ts";
import type { Channel } from "../inbound.ts";
import type { VisitStart } from "../visit.ts";

/** How far down conversations may set others going. */
export const DEEPEST = 3;

/** The call of another conversation that has set one going. */
export interface Parent {
  conversation_id: ConversationId;
  call_id: CallId;
  /** How far down: 1 where the parent has none. */
  depth: number;
  /** Absent: its own agent's rights and limits are all that hold. */
  mandate?: Mandate;
}

/** In whose name a child works, and what it may do: never more than the conversation that set it going. */
export interface Mandate {
  /** What set it going: `spawn_agent`, `delegate`, or what another part of the house calls its own. */
  kind: string;
  /** On top of its agent's own: the stricter holds. What the agent was once allowed for good lifts none of these. */
  rules: Readonly<Record<string, ToolRule>>;
  max_steps: number;
  /** US dollars, for itself and all below it. */
  spend_usd: number;
  /** Its task was written by somebody who had read content from outside: nothing in it counts as a person's words. */
  tainted: boolean;
  /** Addresses that it may contact though it is tainted. */
  known_urls: readonly string[];
  /** Whether it answers the owner: to others nothing is open that is the owner's alone. */
  is_owners: boolean;
  /** Whose budget it uses, and whose memory it goes by: as the turn that set it going. */
  payer: string;
  /** Who else than the owner reads what comes of it; absent: nobody. */
  read_by?: string;
  memory: "person" | "place";
  /** Slugs of the agents in whose name it works, the nearest first: their budgets pay as well. */
  on_behalf_of: readonly string[];
  /** Its agent is a worker of the house's own, named by a part and chosen by nobody. */
  is_errand?: true;
}

export interface ConversationInit {
  conversation_id: ConversationId;
  owner: string;
  /** Null: the instance's default. */
  agent: string | null;
  room: string | null;
  /** Where it lives: what is said in it unasked goes there. */
  channel: Channel;
  title: string;
  model: string | null;
  mode: string | null;
  /** Null: a person, a schedule or an agent's own word has begun it. */
  parent: Parent | null;
  /** Whose budget its turns use; absent: the owner's. */
  payer?: string | undefined;
  /** Keys of what was taken in the place before it began: sent again, it is taken for nothing new. */
  heard?: readonly string[] | undefined;
  /** Of a conversation in a room. */
  visit?: VisitStart | undefined;
}
