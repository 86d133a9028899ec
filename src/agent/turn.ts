/** Types of a turn: its input, its journal and its outcome. */
import type { Agent, AgentLimits, ToolRule, TurnMemory } from "../domain/agent.ts";
import type { Voice } from "../domain/conversation/voices.ts";
import type { ErrorKind } from "../domain/errors.ts";
import type { TurnMode } from "../domain/fields/mode.ts";
import type { GrantHolder } from "../domain/grants/coverage.ts";
import type { Grant } from "../domain/grants/grant.ts";
import type { CallId, ConversationId, MessageId, TurnId } from "../domain/ids.ts";
import type { Source } from "../domain/inbound.ts";
import type { CostSource } from "../domain/ledger.ts";
import type { CitationPart, Denial, MediaPart, Message, Part, Trust, Usage } from "../domain/message.ts";
import type { Actor } from "../domain/principal.ts";
import type { ClientTools } from "../domain/program/client-tools.ts";
import type { NumberedSource } from "../domain/sources/source.ts";
import type {
  AssistantBlock,
  FinishReason,
  ModelMessage,
  Reasoning,
  SystemBlock,
  ToolInput,
} from "./ports/model.ts";
import type { ParkedCall, Resumption } from "./ports/parked-call.ts";
import type { GivenSource } from "./sources/given.ts";

/** Input of a turn, fixed when it is claimed. */
export interface Turn {
  id: TurnId;
  conversation_id: ConversationId;
  /** Id of the message that the turn will become. */
  answer_id: MessageId;
  trigger_message_id: MessageId;
  /** Owner of the conversation. */
  owner: string;
  /** The speaker; null: no person. */
  actor: Actor | null;
  /**
   * The turn answers the owner, or something that the owner started. Others' messages reach nothing that is
   * the owner's alone.
   */
  is_owners: boolean;
  /** The person whose budget it uses. */
  payer: string;
  /** Memory that the turn uses: its owner's, or the place's own. */
  memory: TurnMemory;
  /** Display text of the readers other than the owner: "Bob", "everybody in this group". Absent: none. */
  read_by?: string | undefined;
  agent: Agent;
  /** Slug, when the conversation is in a room. */
  room?: string;
  /** `provider/model`, first choice first; never empty. */
  models: string[];
  /** Tool rules in this conversation. */
  rules: Readonly<Record<string, ToolRule>>;
  limits: AgentLimits;
  /** Absent: the default. */
  mode?: TurnMode;
  /** Absent: as the model does by itself. */
  reasoning?: Reasoning;
  source: Source;
  /** The words of the person that this turn answers. */
  user_text: string;
  /**
   * The part of them that is the owner's own: only addresses named in these words may be contacted without
   * asking.
   */
  own_text: string;
  /** IANA name of the person's time zone; absent or null: not set. */
  time_zone?: string | null;
  /** The asker also wants to hear the answer, on channels that can carry speech. */
  is_aloud?: boolean;
  /** Absent: no grant of the owner counts, as in a turn that answers somebody else. */
  holder?: GrantHolder;
  /** Tools that the program of the message brought; they are among the turn's tools. */
  client_tools?: ClientTools;
}

/** The model's context before the turn's own steps: the same bytes for each step. */
export interface TurnContext {
  system: SystemBlock[];
  messages: ModelMessage[];
  /** Number of leading messages that are history of earlier turns. */
  history_length: number;
  /** Text attached to the newest user message; journaled, so that a resumed turn sends the same bytes. */
  dynamic: string;
  /** The speaker under whose name the newest message stands, if any. */
  asker?: Voice;
  /** `messages` contain results of earlier turns that came from outside. */
  tainted: boolean;
  /** Recalled memories are all that taints it. */
  only_recalled?: boolean;
  /** Addresses that tools of those turns showed. */
  seen_urls?: readonly string[];
  /** The stored messages of the context, for the provenance of a call's arguments. */
  said?: readonly Message[];
  /** Attached files and recalled memories, numbered as sources. */
  given?: readonly GivenSource[];
}

export interface ToolCall {
  call_id: CallId;
  name: string;
  input: ToolInput;
  /** Written as a tag in the reply's text: the reply is complete, and needs no answer to the result unless that is a failure. */
  by_tag?: true;
}

/** A person's message that arrived while the turn ran and was given to its model. */
export interface SteeredMessage {
  id: MessageId;
  /** The turn that would have answered it. */
  turn_id: TurnId;
  /** The message before it that the same turn answers. */
  parent_id: MessageId;
  text: string;
}

/** A model's reply, as it is journaled before any of its tools starts. */
export interface Reply {
  step: number;
  /** Steered messages that the model saw first at this step. */
  steered?: SteeredMessage[];
  blocks: AssistantBlock[];
  calls: ToolCall[];
  citations: CitationPart[];
  /** Files that the model made. */
  files?: MediaPart[];
  finish: FinishReason;
  /** Only for a reply that was held back: the provider's explanation. */
  why?: string;
  /** Set when it reached its token limit: the next reply continues it, or it ends there. */
  cut?: "goes_on" | "ended";
  /**
   * Set when it does not have the form that the program wants: words for the model, which ask again. The next reply replaces
   * it.
   */
  unfit?: string;
  /** A program made its calls, before the model was asked. */
  opening?: true;
  /** The agent chose to stay silent: an empty answer is intended. */
  silent?: true;
  model: string;
  usage: Usage;
  cost_usd: number | null;
  cost_by?: CostSource;
  /** Only on the first reply of a turn. */
  dynamic?: string;
  /** Pins of the turn's tools, if any have pins. Only on the first reply of a turn. */
  pins?: string[];
}

export interface SettledCall {
  call_id: CallId;
  name: string;
  content: string;
  is_error: boolean;
  trust: Trust;
  media?: MediaPart[];
  /** Sources that the tool has read. */
  sources?: NumberedSource[];
  /** Addresses of turns that an earlier version began. */
  citations?: { url: string; title: string }[];
  /** Addresses that the tool itself found, in a page or among search results. */
  links?: string[];
  /** Index in `content` at which the structured content begins; absent: there is none. */
  structured_from?: number;
  denied?: Denial;
}

/**
 * - `started`: a `once` call was sent; after a crash without a result its outcome is unknown.
 * - `parked`: its result comes through the inbox.
 * - `approved`: a person allowed a parked call; it has not started yet.
 * - `resumed`: a parked call goes on where it was; it was allowed before.
 */
export type CallRecord =
  | { state: "started"; call_id: CallId }
  | { state: "parked"; call_id: CallId; parked: ParkedCall }
  | { state: "approved"; call_id: CallId; grant?: Grant }
  | { state: "resumed"; call_id: CallId; resumed: Resumption }
  | { state: "settled"; call_id: CallId; result: SettledCall };

/** One step as recorded: the reply, and the state of its calls. */
export interface StepRecord {
  reply: Reply;
  calls: CallRecord[];
}

/**
 * Journal of a turn. Synchronous: writes of one call stack are committed together. Throws when storage fails, which
 * ends the turn. Does not tell readers: the turn's events do.
 */
export interface Journal {
  /** Called once a step, before any tool of that reply starts. */
  reply(reply: Reply): void;
  /**
   * Called with each new state of a call; `started` before the effect of a `once` call. A settled call that may run
   * again need not be durable before the next write, unless `isNow`.
   */
  call(step: number, record: CallRecord, how?: { isNow: boolean }): void;
}

/** Cost of a call whose reply was not kept (a failure, a halt, a restart). */
export interface Spending {
  model: string;
  usage: Usage;
  cost_usd: number | null;
  cost_by?: CostSource;
  /** The provider never reported the usage. */
  estimated?: true;
}

/** Reason of a turn that somebody stopped. It names nobody: its reader may be somebody else. */
export const STOPPED = "Stopped.";

export type TurnOutcome =
  | { status: "completed"; parts: Part[]; spent?: Spending }
  | { status: "halted"; parts: Part[]; reason: string; spent?: Spending }
  | {
      status: "failed";
      parts: Part[];
      error: ErrorKind;
      reason: string;
      retryable: boolean;
      /** The model found the request too long: it may succeed with less history. */
      too_long?: boolean;
      spent?: Spending;
    }
  | { status: "parked"; parts: Part[] };
