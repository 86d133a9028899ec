/** The vocabulary of a turn: what goes in, what is journaled, how it ends. */
import type { Agent, AgentLimits, ToolRule, TurnMemory } from "../domain/agent.ts";
import type { Voice } from "../domain/conversation/voices.ts";
import type { ErrorKind } from "../domain/errors.ts";
import type { CallId, ConversationId, MessageId, TurnId } from "../domain/ids.ts";
import type { Source } from "../domain/inbound.ts";
import type { CostSource } from "../domain/ledger.ts";
import type { CitationPart, Denial, MediaPart, Part, Trust, Usage } from "../domain/message.ts";
import type { Actor } from "../domain/principal.ts";
import type { AssistantBlock, FinishReason, ModelMessage, SystemBlock, ToolInput } from "./ports/model.ts";
import type { ParkedCall } from "./ports/tool.ts";

/** Everything a turn is about, fixed when it is claimed. */
export interface Turn {
  id: TurnId;
  conversation_id: ConversationId;
  /** The message this turn will become. */
  answer_id: MessageId;
  trigger_message_id: MessageId;
  /** Of the conversation. */
  owner: string;
  /** Who has spoken; null: no person. */
  actor: Actor | null;
  /** It answers the owner, or what the owner has set going. What others say reaches nothing that is the owner's alone. */
  is_owners: boolean;
  /** Whose budget it uses. */
  payer: string;
  /** What it remembers by: its owner's memory, or the place's own. */
  memory: TurnMemory;
  /** Who else than the owner reads what it says, for people: "Bob", "everybody in this group". Absent: nobody. */
  read_by?: string | undefined;
  agent: Agent;
  /** Slug, when the conversation is in a room. */
  room?: string;
  /** `provider/model`, first choice first; never empty. */
  models: string[];
  /** Which tools it may use here. */
  rules: Readonly<Record<string, ToolRule>>;
  limits: AgentLimits;
  mode: string;
  source: Source;
  /** The words of the person that this turn answers. */
  user_text: string;
  /** Those of them that are the owner's own: what is named in no other words may be contacted without asking. */
  own_text: string;
  /** IANA's name: where the person is; absent or null, they have not said. */
  time_zone?: string | null;
  /** Whoever asked wants to hear its answer as well, where one is carried to them. */
  is_aloud?: boolean;
  /** Tools for which the owner once answered "always" for this agent. */
  granted?: readonly string[];
}

/** What the model is given before the turn's own steps: the same bytes for each step. */
export interface TurnContext {
  system: SystemBlock[];
  messages: ModelMessage[];
  /** How many leading messages are history of earlier turns. */
  history_length: number;
  /** Text attached to the newest user message; journaled, so that a resumed turn sends the same bytes. */
  dynamic: string;
  /** Under whose name the newest message stands, if under any. */
  asker?: Voice;
  /** Results of earlier turns in `messages` came from outside. */
  tainted: boolean;
  /** Addresses that tools of those turns showed. */
  seen_urls?: readonly string[];
}

export interface ToolCall {
  call_id: CallId;
  name: string;
  input: ToolInput;
  /** Written as a tag in the reply's text: the reply is complete, and needs no answer to the result. */
  by_tag?: true;
}

/** A person's message that came while the turn ran, as the model was given it. */
export interface SteeredMessage {
  id: MessageId;
  /** That would have answered it. */
  turn_id: TurnId;
  /** What it follows: the message before it that the same turn answers. */
  parent_id: MessageId;
  text: string;
}

/** A model's reply, as it is journaled before any of its tools starts. */
export interface Reply {
  step: number;
  /** What stood before the model at this step for the first time, beside what its tools brought. */
  steered?: SteeredMessage[];
  blocks: AssistantBlock[];
  calls: ToolCall[];
  citations: CitationPart[];
  finish: FinishReason;
  /** Of one that was held back: what the provider says of why. */
  why?: string;
  /** It reached its token limit, and this is what was decided: the next reply goes on with it, or it ends there. */
  cut?: "goes_on" | "ended";
  /** The agent chose to say nothing: an empty answer is meant. */
  silent?: true;
  model: string;
  usage: Usage;
  cost_usd: number | null;
  cost_by?: CostSource;
  /** Only on the first reply of a turn. */
  dynamic?: string;
  /** Only on the first reply of a turn: of the tools that it had, where any have pins. */
  pins?: string[];
}

export interface SettledCall {
  call_id: CallId;
  name: string;
  content: string;
  is_error: boolean;
  trust: Trust;
  media?: MediaPart[];
  citations?: { url: string; title: string }[];
  /** Addresses that the tool itself found, in a page or among search results. */
  links?: string[];
  denied?: Denial;
}

/**
 * - `started`: a `once` call that left; if nothing else is known after a crash, its outcome is unknown.
 * - `parked`: its result comes by the inbox.
 * - `approved`: a person allowed a parked call; it has not started yet.
 */
export type CallRecord =
  | { state: "started"; call_id: CallId }
  | { state: "parked"; call_id: CallId; parked: ParkedCall }
  | { state: "approved"; call_id: CallId; always?: true }
  | { state: "settled"; call_id: CallId; result: SettledCall };

/** One step as recorded: the reply, and what is known of its calls. */
export interface StepRecord {
  reply: Reply;
  calls: CallRecord[];
}

/**
 * Where a turn is recorded. Synchronous: what is written together is committed together.
 * `reply` is called before any tool of that reply starts.
 */
export interface Journal {
  reply(reply: Reply): void;
  call(step: number, record: CallRecord): void;
}

/** What was spent on a call whose reply was not kept (a failure, a halt, a restart). */
export interface Spending {
  model: string;
  usage: Usage;
  cost_usd: number | null;
  cost_by?: CostSource;
  /** Its provider never said what it took. */
  estimated?: true;
}

/** Why a turn ended that somebody has stopped: whoever reads it may be somebody else. */
export const STOPPED = "Stopped.";

export type TurnOutcome =
  | { status: "completed"; parts: Part[] }
  | { status: "halted"; parts: Part[]; reason: string; spent?: Spending }
  | {
      status: "failed";
      parts: Part[];
      error: ErrorKind;
      reason: string;
      retryable: boolean;
      /** The model found the request too long: with less history it may do. */
      too_long?: boolean;
      spent?: Spending;
    }
  | { status: "parked"; parts: Part[] };
