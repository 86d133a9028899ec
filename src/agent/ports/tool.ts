/** The tool port. */
import type { Agent } from "../../domain/agent.ts";
import type { CallId, ConversationId, MessageId, TurnId } from "../../domain/ids.ts";
import type { ChildQuestion, Source } from "../../domain/inbound.ts";
import type { MediaPart, Trust } from "../../domain/message.ts";
import type { JsonSchema } from "./model.ts";

export type Parsed = { ok: true; value: unknown } | { ok: false; problem: string };

/** What the model is shown, and the check its arguments must pass. */
export interface ToolSchema {
  json: JsonSchema;
  parse(value: unknown): Parsed;
}

/**
 * - `read`: looks, changes nothing; independent ones run in parallel, and again after a crash.
 * - `idempotent`: the same call twice has one effect; runs again after a crash.
 * - `once`: never runs again; a call that was in flight at a crash is reported as interrupted.
 */
export type Effect = "read" | "idempotent" | "once";

/** Whether it can carry data out of the owner's own stores. */
export type Reach = "inside" | "outside";

/**
 * What one call would touch, beyond the owner's own stores.
 * - `urls`: it contacts these; harmless when the person or a search result named them.
 * - `elsewhere`: it sends, or leaves behind, something that acts later. `what` completes "It would ...".
 */
export type Touch = { to: "nobody" } | { to: "urls"; urls: string[] } | { to: "elsewhere"; what: string };

export type ParkedCall =
  | { kind: "question"; question: string; options: string[] }
  /** `agent` is its slug: "always" is said to it. From `expires_at` (ms since the epoch) on it counts as refused. */
  | {
      kind: "approval";
      tool: string;
      input: unknown;
      reason: string;
      agent: string;
      expires_at?: number;
    }
  /** `asks`: it wants to know something first. */
  | { kind: "child"; conversation_id: ConversationId; asks?: ChildQuestion }
  | { kind: "job"; job_id: string };

export type ToolOutcome =
  | {
      ok: true;
      content: string;
      trust: Trust;
      media?: MediaPart[];
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
  schedule(entry: { key: string; at: number; text: string }): { id: string };
  scheduled(): { id: string; at: number; text: string }[];
  cancelScheduled(id: string): boolean;
  status(): ConversationStatus;
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
  source: Source;
  /** The words of the person that this turn answers. */
  user_text: string;
  /** The message they stand in: the source of what is remembered. */
  message_id?: MessageId;
  /** Slug, when the conversation is in a room. */
  room?: string;
  /** ms since the epoch. */
  now: number;
  signal: AbortSignal;
  /** The same each time this very call is made: for receivers that de-duplicate. */
  idempotency_key: string;
  conversation: ConversationPort;
  /** Shown to people while the tool runs. */
  progress(data: unknown): void;
}

export interface Tool {
  name: string;
  description: string;
  input: ToolSchema;
  effect: Effect;
  reach: Reach;
  /** ms; default 60,000. */
  timeout_ms?: number;
  /** Absent: `nobody` for reach `inside`, `elsewhere` for `outside`. `input` has passed `input.parse`. */
  touches?(input: unknown): Touch;
  /** `input` has passed `input.parse`. What it throws becomes an error result. */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** The tools one agent may use now. Order is fixed by name, so that the cached prefix holds. */
export interface Toolbox {
  list(agent: Agent, owner: string): Promise<Tool[]> | Tool[];
}
