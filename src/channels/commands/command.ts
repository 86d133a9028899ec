/** A command: a word with a slash that a person writes in a chat, answered by the house and not by an agent. */
import type { Result } from "../../domain/errors.ts";
import type { Source, UserMessage } from "../../domain/inbound.ts";
import type { Principal, Right } from "../../domain/principal.ts";

export interface ChatCommand {
  /** Lower-case letters: every platform takes them. */
  name: string;
  /** One line, without a full stop. */
  description: string;
  /** What may stand behind the name; empty: nothing. */
  usage: string;
  /** `guest`: also who is let in without an account. `anyone`: also whom nobody has let in, in a direct message. */
  by: "member" | "guest" | "anyone";
  /** What it tells is for the one who asks: it is refused where others read along. */
  isPrivate?: true;
  /** Returns Markdown. Rejects when it may go well another time. */
  run(call: CommandCall): Promise<string>;
}

export interface CommandCall {
  /** What stands behind the name, trimmed. */
  words: string;
  source: Source;
  /** Absent: nobody whom the house knows. */
  who: Principal | undefined;
  desk: CommandServices;
}

/** What commands ask of the house, for one person in one place. All may reject. */
export interface CommandServices {
  /** The conversation that goes on in this place, as they may see it; undefined: none does. */
  here(): Promise<CurrentConversation | undefined>;
  models(): readonly { id: string; configured: boolean }[];
  /** Those that talk to them. */
  agents(): Promise<readonly { slug: string; name: string }[]>;
  /** Of the person, or of the conversation that goes on here. */
  spent(of: "person_today" | "conversation_month"): Promise<SpendingSummary>;
  recall(words: string): Promise<readonly string[]>;
  redeem(code: string): Promise<string>;
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
  message_count: number;
  cost_usd: number;
  turn: { state: string; agent: string; model: string } | null;
  rights: readonly Right[];
  halt(): Promise<Result<unknown>>;
  compact(): Promise<Result<unknown>>;
  change(change: { model: string | null } | { agent: string | null }): Promise<Result<unknown>>;
  /** The next message here begins another conversation; `isPutAway`: this one goes to the archive. */
  leave(isPutAway: boolean): Promise<Result<unknown>>;
  /** Out of the room that it is in; false: it is in none. */
  goOut(): Promise<Result<boolean>>;
}

/** The words for a refusal, or those for success. */
export function describeResult(result: Result<unknown>, done: string): string {
  return result.ok ? done : result.failure.reason;
}

export const NOTHING_HERE = "Nothing goes on here yet: your next message begins a conversation.";

/** The way in for commands. */
export interface Commands {
  /**
   * Carries out the command that a message is, once for each key; the answer goes to where it came from, and is durable when
   * it resolves. Undefined: it is a message for an agent. May reject: the platform is to send it again.
   */
  take(
    message: UserMessage,
    background: (work: Promise<unknown>) => void,
  ): Promise<"accepted" | "duplicate" | "refused" | undefined>;
}
