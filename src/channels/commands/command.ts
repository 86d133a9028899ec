/** A command: a word with a slash that a person writes in a chat, answered by the house instead of an agent. */
import type { Result } from "../../domain/errors.ts";
import type { Source, UserMessage } from "../../domain/inbound.ts";
import type { Principal, Right } from "../../domain/principal.ts";
import type { Translate } from "../../domain/text/translated/for-people.ts";
import type { CurrentResearch } from "./research-run.ts";

export interface ChatCommand {
  /** Lower-case letters only, which every platform accepts. */
  name: string;
  /** One line, without a full stop. */
  description: string;
  /** Arguments for the help text; empty: the command takes none. */
  usage: string;
  /** Least role. `guest`: also guests without an account. `anyone`: also strangers, but only in a direct message. */
  by: "member" | "guest" | "anyone";
  /** The answer is private to the asker: the command is refused where others read along. */
  isPrivate?: true;
  /** Returns Markdown. Rejects when a retry may succeed. */
  run(call: CommandCall): Promise<string>;
}

export interface CommandCall {
  /** Words after the command's name, trimmed. */
  words: string;
  source: Source;
  /** Absent: the sender is unknown to the house. */
  who: Principal | undefined;
  services: CommandServices;
  /** Puts a text of Nightjar's own into the language of the answer. */
  say: Translate;
}

/** Services for commands, bound to one person in one place. Every method may reject. */
export interface CommandServices {
  /** The current conversation of this place, as the person may see it; undefined: there is none. */
  here(): Promise<CurrentConversation | undefined>;
  /** The person's newest research in the current conversation; undefined: there is none. */
  research(): Promise<CurrentResearch | undefined>;
  models(): readonly { id: string; configured: boolean }[];
  /** Agents that the person may talk to. */
  agents(): Promise<readonly { slug: string; name: string }[]>;
  /** Spending of the person today, or of the current conversation this month. */
  spent(of: "person_today" | "conversation_month"): Promise<SpendingSummary>;
  recall(words: string): Promise<readonly string[]>;
  redeem(code: string): Promise<string>;
  /** Standing permissions of the person, the newest first. */
  grants(): Promise<readonly ListedGrant[]>;
  /** Idempotent. */
  endGrant(id: string): Promise<void>;
}

export interface ListedGrant {
  id: string;
  agent: string;
  tool: string;
  /** Keys of destinations; null: any. */
  to: readonly string[] | null;
  is_task: boolean;
  is_here_only: boolean;
  /** ms since the epoch; null: no end. */
  ends_at: number | null;
  uses: number;
  max_uses: number | null;
  spent: number;
  max_amount: number | null;
}

export interface SpendingSummary {
  input_tokens: number;
  output_tokens: number;
  /** US dollars, as far as prices are known. */
  cost_usd: number;
}

export interface CurrentConversation {
  title: string;
  agent: string | null;
  model: string | null;
  mode: string | null;
  message_count: number;
  cost_usd: number;
  turn: { state: string; agent: string; model: string } | null;
  rights: readonly Right[];
  halt(): Promise<Result<unknown>>;
  compact(): Promise<Result<unknown>>;
  /** Clears the mark: content read from outside so far makes no call ask any more. */
  check(): Promise<Result<unknown>>;
  change(
    change: { model: string | null } | { agent: string | null } | { mode: string | null },
  ): Promise<Result<unknown>>;
  /** Makes the next message here begin a new conversation; `isPutAway` archives the current one. */
  leave(isPutAway: boolean): Promise<Result<unknown>>;
  /** Leaves the room that this place is in; false: it is in none. */
  goOut(): Promise<Result<boolean>>;
}

/** Words for a refusal, or `done` for a success, in English. */
export function describeResult(result: Result<unknown>, done: string): string {
  return result.ok ? done : result.failure.reason;
}

export const NOTHING_HERE = "There's no conversation here yet. Your next message starts one.";

/** Entry point for commands. */
export interface Commands {
  /**
   * Runs the command in a message, once per key; the answer goes back to the message's source and is durable when this
   * resolves. Undefined: the message is for an agent. May reject: the platform then has to send it again.
   */
  take(
    message: UserMessage,
    background: (work: Promise<unknown>) => void,
  ): Promise<"accepted" | "duplicate" | "refused" | undefined>;
}
