/** The settings that a conversation is created with. */
import type { ToolRule } from "../agent.ts";
import type { GrantPlace } from "../grants/grant.ts";
import type { CallId, ConversationId } from "../ids.ts";
import type { Channel } from "../inbound.ts";
import type { VisitStart } from "../visit.ts";

/** The deepest level of nested child conversations. */
export const DEEPEST = 3;

/** Life of a temporary conversation after its last change, in ms. */
export const TEMPORARY_MS = 24 * 60 * 60 * 1000;

/** Life of a provisional conversation in which nothing is said, in ms. */
export const PROVISIONAL_MS = 24 * 60 * 60 * 1000;

/** The tool call of another conversation that started this one. */
export interface Parent {
  conversation_id: ConversationId;
  call_id: CallId;
  /** Nesting depth: 1 when the parent has no parent. */
  depth: number;
  /** Absent: only the agent's own rights and limits apply. */
  mandate?: Mandate;
  /** The job that begins it; absent: it begins at once. */
  job?: BeginJob;
}

/** The job that begins a child: the name of its kind, and its priority from 1 to 10, the smallest first. */
export interface BeginJob {
  kind: string;
  priority: number;
}

/** The identity and rights of a child: never more than those of the conversation that started it. */
export interface Mandate {
  /** Kind of the starter: `spawn_agent`, `delegate`, or a name that another part of the house chose. */
  kind: string;
  /**
   * Applied on top of the agent's own rules: the stricter wins. A grant of the agent lifts none of these, unless it
   * was given for the task or the conversation.
   */
  rules: Readonly<Record<string, ToolRule>>;
  max_steps: number;
  /** US dollars, for the child and all its descendants. */
  spend_usd: number;
  /** The author of the task had read content from outside: nothing in it counts as a person's words. */
  tainted: boolean;
  /** Addresses that the child may contact even when tainted. */
  known_urls: readonly string[];
  /** Whether the child answers the owner; for others nothing that is the owner's alone is open. */
  is_owners: boolean;
  /** The person whose budget it uses, as in the turn that started the child. */
  payer: string;
  /** Readers of its result other than the owner; absent: none. */
  read_by?: string;
  /** Memory that it uses, as in the turn that started the child. */
  memory: "person" | "place";
  /** Slugs of the agents that the child works for, nearest first: their budgets are charged too. */
  on_behalf_of: readonly string[];
  /** The person's own conversation and turn for which all of this is done; absent: a child of before grants had a scope. */
  task?: GrantPlace;
  /** The agent is one of the house's own workers, named by a part and chosen by nobody. */
  is_errand?: true;
}

export interface ConversationInit {
  conversation_id: ConversationId;
  owner: string;
  /** Null: the instance's default. */
  agent: string | null;
  room: string | null;
  /** Home channel of the conversation: unprompted messages are delivered there. */
  channel: Channel;
  title: string;
  model: string | null;
  mode: string | null;
  /** Null: started by a person, a schedule or an agent's own word. */
  parent: Parent | null;
  /** The person whose budget the turns use; absent: the owner. */
  payer?: string | undefined;
  /** Kept in its object alone, and deleted when it is closed or `TEMPORARY_MS` after its last change. */
  temporary?: boolean | undefined;
  /** Opened before anything is said: in no list until then, and deleted after `PROVISIONAL_MS` if nothing is. */
  provisional?: boolean | undefined;
  /** Idempotency keys that the place accepted before this conversation began: a repeated one is a duplicate. */
  accepted_keys?: readonly string[] | undefined;
  /** Only for a conversation in a room. */
  visit?: VisitStart | undefined;
}
