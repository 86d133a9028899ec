/** The tool port. */

import type { Agent, ToolRule, TurnMemory } from "../../domain/agent.ts";
import type { ConversationInit, Parent } from "../../domain/conversation/conversation.ts";
import type { ScheduledMessage } from "../../domain/conversation/scheduled-message.ts";
import type { CallId, ConversationId, MessageId, TurnId } from "../../domain/ids.ts";
import type { Source } from "../../domain/inbound.ts";
import type { MediaPart, Trust } from "../../domain/message.ts";
import type { Actor } from "../../domain/principal.ts";
import type { JsonSchema } from "./model.ts";
import type { TurnTrust } from "./trust.ts";

export type Parsed = { ok: true; value: unknown } | { ok: false; problem: string };

/** What the model is shown, and the check its arguments must pass. */
export interface ToolSchema {
  json: JsonSchema;
  parse(value: unknown): Parsed;
}

/**
 * - `read`: looks, changes nothing; independent ones run in parallel, and again after a crash.
 * - `idempotent`: the same call twice has one effect; runs again after a crash.
 * - `once`: never runs again; a call that had begun at a crash is reported as interrupted.
 */
export type Effect = "read" | "idempotent" | "once";

/** Whether it can carry data out of the owner's own stores. */
export type Reach = "inside" | "outside";

/**
 * What one call would touch, beyond the owner's own stores.
 * - `urls`: it contacts these; harmless when the person or a search result named them.
 * - `elsewhere`: it sends, or leaves behind, something that acts later. `what` completes "It would ...".
 */
export type Touch =
  | { to: "nobody" }
  | { to: "urls"; urls: string[] }
  /** `each`: "always" does not stand for it, since what it leaves behind steers all later turns. */
  | { to: "elsewhere"; what: string; each?: true };

/** The tool by which an agent asks a person: what passes there was said, to whoever reads along. */
export const ASK_USER = "ask_user";

export type ParkedCall =
  /** From `expires_at` (ms since the epoch) on nobody need answer. */
  | { kind: "question"; question: string; options: string[]; expires_at?: number }
  /** `agent` is its slug: "always" is said to it. From `expires_at` (ms since the epoch) on it counts as refused. */
  | {
      kind: "approval";
      tool: string;
      input: unknown;
      reason: string;
      agent: string;
      expires_at?: number;
    }
  | { kind: "child"; conversation_id: ConversationId }
  | { kind: "job"; job_id: string };

export type ToolOutcome =
  | {
      ok: true;
      content: string;
      trust: Trust;
      media?: MediaPart[];
      /** The model is given the images and recordings with the content; absent: they are for people alone. */
      is_seen?: true;
      citations?: { url: string; title: string }[];
      /** Addresses in the content: with those of the citations, the turn may fetch them without asking. */
      links?: string[];
    }
  /** `trust` says whose words the error is; absent means the tool's own. */
  | { ok: false; error: string; trust?: Trust }
  /** The result comes later, as an inbox entry of the conversation. */
  | { parked: ParkedCall };

/** What a conversation lets its tools do to itself. */
export interface ConversationPort {
  /** A message to this conversation at `at` (ms since the epoch). Idempotent by `key`. */
  schedule(entry: { key: string; at: number; text: string; trust?: Trust }): { id: string };
  scheduled(): ScheduledMessage[];
  cancelScheduled(id: string): boolean;
  status(): ConversationStatus;
  /**
   * Sets a child going, once for its id: what becomes of it is told here, come what may. Undefined when it is begun, else
   * why it is not, for the model to read.
   */
  begin(child: NewChild): string | undefined;
  /** What set this conversation going; null: no other conversation. */
  parent(): Parent | null;
  /** US dollars that it may still give away; null: no mandate limits it. */
  left_usd(): number | null;
}

export interface NewChild {
  /** With its parent: this conversation and the call. */
  init: ConversationInit;
  /** What it is told. */
  task: string;
  /** Its agent, for people to read. */
  agent: { slug: string; name: string };
  /** It is the result of the call, which parks for it; or a message here in the name of the child's agent. */
  report: "result" | "message";
  /** Without a report it is given up after so long; the time that it waits for a person is not counted. */
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
  /** Who has caused the turn; null: no person, so the owner. */
  actor: Actor | null;
  /** The turn answers the owner, or what the owner has set going: only then may it reach what is the owner's alone. */
  is_owners: boolean;
  /** What the turn remembers by: the owner's memory, or the place's own. */
  memory: TurnMemory;
  source: Source;
  /** The message they stand in: the source of what is remembered. */
  message_id?: MessageId;
  /** Slug, when the conversation is in a room. */
  room?: string;
  /**
   * Of what the model saw when it made the call, and so of what the call says. A call that a person allowed as it stood
   * has their word for it.
   */
  trust: Trust;
  /** ms since the epoch. */
  now: number;
  /** IANA's name: where the person is; null: they have not said. */
  time_zone: string | null;
  signal: AbortSignal;
  /** The same each time this very call is made: for receivers that de-duplicate. */
  idempotency_key: string;
  conversation: ConversationPort;
  /** Whose budget the turn uses. */
  payer: string;
  /** Which tools the turn may use. */
  rules: Readonly<Record<string, ToolRule>>;
  /** What the turn had let in when its step began. */
  seen: TurnTrust;
  /** Shown to people while the tool runs. */
  progress(data: unknown): void;
  /** The work goes on: the call has its time limit anew, up to the longest of its tool. */
  alive(): void;
  /**
   * For a tool that `begins_itself`: what cannot be taken back comes next. Durable before anything leaves the object.
   * Throws when nobody waits for the call any more: then it must not happen.
   */
  begin(): void;
}

export interface Tool {
  name: string;
  description: string;
  input: ToolSchema;
  effect: Effect;
  /** Of effect `once`: up to its `context.begin()` it has done nothing, and runs again after a crash. Absent: it begins at once. */
  begins_itself?: true;
  reach: Reach;
  /** It works on what is its owner's alone (files, servers, other conversations): there for nobody else's words. */
  personal?: true;
  /** ms; default 60,000. */
  timeout_ms?: number;
  /** ms in all for a call that shows signs of life; absent: they change nothing. */
  longest_ms?: number;
  /** Its exact form, where that may change or be chosen among many: by it a turn that goes on finds it again. */
  pin?: string;
  /** Absent: `nobody` for reach `inside`, `elsewhere` for `outside`. `input` has passed `input.parse`. */
  touches?(input: unknown): Touch;
  /** What it would do that an agent cannot take back; completes "It would ...". Absent, or undefined: it can. */
  irreversible?(input: unknown): string | undefined;
  /**
   * What of its owner's alone it would bring before whoever reads along; completes "It would ...". Absent, or undefined:
   * nothing. `memory`: what the turn remembers by.
   */
  shows?(input: unknown, memory: TurnMemory): string | undefined;
  /**
   * What only a person may let it do, whatever was allowed before; completes "It would ...". Absent, or undefined:
   * nothing of the kind.
   */
  consent?(input: unknown): string | undefined;
  /**
   * What it asks for before it does so, unless the agent's own rules name it as allowed or a person has said "always";
   * completes "It would ...". Absent, or undefined: nothing of the kind.
   */
  asks_first?(input: unknown): string | undefined;
  /** `input` has passed `input.parse`. What it throws becomes an error result. */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** Cuts what is too long for a model, and keeps the whole where it can be read on. Never rejects. */
export type CutOutput = (
  outcome: ToolOutcome,
  call: { tool: string; context: ToolContext },
) => ToolOutcome | Promise<ToolOutcome>;

/** What a turn wants tools for. */
export interface ToolWish {
  /** What it is about: where there are too many tools, those that are near it are listed. */
  words: string;
  /** Of the tools with which it began, when it goes on: of tools that have pins, these are listed. */
  pinned?: readonly string[];
  /** Of the tools of the turn before it: they stay where nothing speaks for others, so that the cached prefix holds. */
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

/** The tools one agent may use now. Order is fixed by name, so that the cached prefix holds. */
export interface Toolbox {
  /** Without a wish: all there are. While they are the same, the list is the same one: what was made of it is kept by it. */
  list(agent: Agent, owner: string, wish?: ToolWish): Promise<readonly Tool[]> | readonly Tool[];
}

export function pinsOf(tools: readonly Tool[]): string[] {
  return tools.flatMap(({ pin }) => pin ?? []);
}
