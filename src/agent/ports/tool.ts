/** The tool port. */

import type { Agent, ToolRule, TurnMemory } from "../../domain/agent.ts";
import type { ConversationInit, Parent } from "../../domain/conversation/conversation.ts";
import type { ScheduledMessage } from "../../domain/conversation/scheduled-message.ts";
import type { CallId, ConversationId, MessageId, TurnId } from "../../domain/ids.ts";
import type { Source } from "../../domain/inbound.ts";
import type { MediaPart, Trust } from "../../domain/message.ts";
import type { Actor } from "../../domain/principal.ts";
import type { SinkKind } from "../../domain/provenance/provenance.ts";
import type { ReadText } from "../sources/number.ts";
import type { JsonSchema } from "./model.ts";
import type { ParkedCall, Resumption } from "./parked-call.ts";
import type { TurnTrust } from "./trust.ts";

type ParsedArguments = { ok: true; value: unknown } | { ok: false; problem: string };

/** The schema that the model is shown, and the check that its arguments must pass. */
export interface ToolSchema {
  json: JsonSchema;
  parse(value: unknown): ParsedArguments;
}

/**
 * - `read`: changes nothing; independent reads run in parallel, and again after a crash.
 * - `idempotent`: the same call twice has one effect; runs again after a crash.
 * - `once`: never runs again; a call that had begun at a crash is reported as interrupted.
 */
export type Effect = "read" | "idempotent" | "once";

/** Whether the tool can carry data out of the owner's own stores. */
export type Reach = "inside" | "outside";

/**
 * Effects of one call beyond the owner's own stores.
 * - `urls`: it contacts these; harmless when the person or a search result named them.
 * - `elsewhere`: it sends, or leaves behind, something that acts later. `what` completes "It would ...".
 */
export type Touch =
  | { to: "nobody" }
  | { to: "urls"; urls: string[] }
  /**
   * `each`: every call needs its own approval, since what it leaves behind steers all later turns; "always"
   * does not cover it.
   */
  | { to: "elsewhere"; what: string; each?: true };

/** An argument that decides whom or what a call reaches. */
export interface Sink {
  /** Path in the input: `to[0]`. */
  path: string;
  kind: SinkKind;
  value: string;
}

/**
 * The tool with which an agent asks a person. Other agents in the conversation see its question and answer as
 * spoken words.
 */
export const ASK_USER = "ask_user";

export type ToolOutcome =
  | {
      ok: true;
      content: string;
      trust: Trust;
      media?: MediaPart[];
      /** Images and recordings are given to the model with the content; absent: they are for people only. */
      is_seen?: true;
      /** Texts that were read, whole, as they can be cited. A hit that was only listed is none. */
      sources?: ReadText[];
      /** Addresses in the content: the turn may fetch these, and those of the sources, without asking. */
      links?: string[];
      /** Index at which the structured content, JSON, begins; absent: there is none. */
      structured_from?: number;
    }
  /** Trust of the error text; absent: the tool's own words. */
  | { ok: false; error: string; trust?: Trust }
  /** The result comes later, as an input of the conversation. */
  | { parked: ParkedCall };

/**
 * Operations of a conversation that its tools may use while their call runs. Synchronous, and durable before
 * anything leaves the object; each throws only when storage fails, which makes the call's result an error.
 */
export interface ConversationPort {
  /** Schedules a message to this conversation at `at` (ms since the epoch). Idempotent by `key`. */
  schedule(entry: { key: string; at: number; text: string; trust?: Trust }): { id: string };
  scheduled(): ScheduledMessage[];
  /** Returns false when no message with that id waits. */
  cancelScheduled(id: string): boolean;
  /** Includes the running turn's usage so far. */
  status(): ConversationStatus;
  /**
   * Starts a child, once per id; its outcome is always reported to this conversation. Undefined when it has
   * begun, otherwise the reason why not, for the model to read.
   */
  begin(child: NewChild): string | undefined;
  /** The call that started this conversation; null: no other conversation did. */
  parent(): Parent | null;
  /** US dollars left to hand out; null: no mandate limits it. */
  left_usd(): number | null;
}

export interface NewChild {
  /** Includes its parent: this conversation and the call. */
  init: ConversationInit;
  /** The child's task, as its first message. */
  task: string;
  /** The child's agent, with its display name. */
  agent: { slug: string; name: string };
  /**
   * `result`: the child's report is the result of the call, which parks for it. `message`: it is a message
   * here, in the name of the child's agent.
   */
  report: "result" | "message";
  /** ms after which a child without a report is given up; time spent waiting for a person does not count. */
  patience_ms: number;
}

export interface ConversationStatus {
  conversation_id: ConversationId;
  messages: number;
  turns: number;
  step: number;
  model: string;
  cost_usd: number;
  input_tokens: number;
  output_tokens: number;
  created_at: string;
}

export interface ToolContext {
  conversation_id: ConversationId;
  turn_id: TurnId;
  call_id: CallId;
  agent: Agent;
  /** Owner of the conversation, and so of its memory and files. */
  owner: string;
  /** The person who caused the turn; null: no person, so the owner. */
  actor: Actor | null;
  /** The turn answers the owner, or what the owner started: only then may it reach what is the owner's alone. */
  is_owners: boolean;
  /** Memory that the turn uses: the owner's, or the place's own. */
  memory: TurnMemory;
  source: Source;
  /** The message of the turn: recorded as the source of what is remembered. */
  message_id?: MessageId;
  /** Slug, when the conversation is in a room. */
  room?: string;
  /**
   * Trust of the model's context when it made the call, and so of the call's content. A call that a person
   * approved as it stood is trusted.
   */
  trust: Trust;
  /** ms since the epoch. */
  now: number;
  /** IANA name of the person's time zone; null: not set. */
  time_zone: string | null;
  signal: AbortSignal;
  /** Stays the same when this very call is repeated: for receivers that de-duplicate. */
  idempotency_key: string;
  conversation: ConversationPort;
  /** The person whose budget the turn uses. */
  payer: string;
  /** Tool rules of the turn. */
  rules: Readonly<Record<string, ToolRule>>;
  /** The turn's trust when its step began. */
  seen: TurnTrust;
  /** Absent in the first run of the call: later ones go on where it parked with a `resume`. */
  resumed?: Resumption;
  /** Shows progress to people while the tool runs. */
  progress(data: unknown): void;
  /** Sign of life: restarts the call's time limit, up to the tool's maximum. */
  alive(): void;
  /**
   * For a tool that `begins_itself`: call it right before the effect that cannot be undone. Durable before
   * anything leaves the object. Throws when nobody waits for the call any more: then the effect must not
   * happen.
   */
  begin(): void;
}

export interface Tool {
  name: string;
  description: string;
  input: ToolSchema;
  effect: Effect;
  /**
   * For effect `once`: the tool has no effect until it calls `context.begin()`, and runs again after a crash
   * before that. Absent: it counts as begun at once.
   */
  begins_itself?: true;
  reach: Reach;
  /**
   * The tool uses what is the owner's alone (files, servers, other conversations): unavailable when a turn answers
   * anybody else.
   */
  personal?: true;
  /** ms; default 60,000. */
  timeout_ms?: number;
  /** ms in total for a call that shows signs of life; absent: signs of life do not extend it. */
  longest_ms?: number;
  /**
   * Identifies the exact version, for tools that may change or are chosen among many: a resumed turn finds
   * its tool by it.
   */
  pin?: string;
  /** A tool of the program that sent the message, which judges for itself what it runs: no rule or grant holds for it. */
  is_clients?: true;
  /** The tool finds others: the model is told of these alone until a search finds others, or it calls them. */
  searches?: { always: ReadonlySet<string> };
  /** Absent: `nobody` for reach `inside`, `elsewhere` for `outside`. `input` has passed `input.parse`. */
  touches?(input: unknown): Touch;
  /**
   * Sinks of the call. In a turn that has read outside content it runs without a question when each is the person's own
   * word, or follows from it. Absent: nothing names them, so a person is asked. `input` has passed `input.parse`.
   */
  sinks?(input: unknown): Sink[];
  /** An effect that an agent cannot undo; completes "It would ...". Absent, or undefined: it can undo it. */
  irreversible?(input: unknown): string | undefined;
  /**
   * The owner's private content that it would show to other readers of the conversation; completes "It would ...".
   * Absent, or undefined: none. `memory`: the memory that the turn uses.
   */
  shows?(input: unknown, memory: TurnMemory): string | undefined;
  /**
   * An effect that only a person may allow, each time, whatever was allowed before; completes "It would ...".
   * Absent, or undefined: none.
   */
  consent?(input: unknown): string | undefined;
  /**
   * An effect that needs an approval, unless the agent's own rules allow the tool by name or a person has
   * said "always"; completes "It would ...". Absent, or undefined: none.
   */
  asks_first?(input: unknown): string | undefined;
  /** Whether what the tool needs is connected; false: agents are not shown it. Absent: it always is. Never throws. */
  isOffered?(): boolean;
  /**
   * Called once the policy or a person allows it; `input` has passed `input.parse`. A thrown error becomes an error
   * result. Must end soon after `context.signal` aborts, since its result is dropped then; it closes what it opens.
   */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/**
 * Shortens a result that is too long for a model, and stores the whole where it can be read on. Called with every
 * outcome of a tool that ran, within the call's time limit. Never throws or rejects. Does not judge trust.
 */
export type CutOutput = (
  outcome: ToolOutcome,
  call: { tool: string; context: ToolContext },
) => ToolOutcome | Promise<ToolOutcome>;

/** A turn's needs, for the choice of tools. */
export interface ToolQuery {
  /** Subject of the turn: when there are too many tools, the closest ones are listed. */
  words: string;
  /** Pins of the tools that a resumed turn began with: pinned tools are restricted to these. */
  pinned?: readonly string[];
  /** Names of the previous turn's tools: they stay unless others fit better, so that the cached prefix holds. */
  before?: readonly string[];
}

/** Whether what is its owner's alone may come out by the call: before others only while the turn has read nothing foreign, or with a yes. */
export function mayShowOwners({
  is_owners,
  seen,
  trust,
}: Pick<ToolContext, "is_owners" | "seen" | "trust">): boolean {
  return is_owners && (seen.read_by === undefined || trust === "trusted");
}

/** The tools that an agent may use now. Sorted by name, so that the cached prefix holds. */
export interface Toolbox {
  /**
   * Called once a turn, on the way to the first token. Without a wish: all tools. While the tools are unchanged it
   * returns the same array, which callers use as a cache key. A rejection ends the turn with an internal error. Does
   * not leave out tools of the owner's: the caller does, for turns of others.
   */
  list(agent: Agent, owner: string, query?: ToolQuery): Promise<readonly Tool[]> | readonly Tool[];
}

export function pinsOf(tools: readonly Tool[]): string[] {
  return tools.flatMap(({ pin }) => pin ?? []);
}
