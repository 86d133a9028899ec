/** The view of one conversation as data: stored messages, the running turn, and notices beside them. */

import type {
  ChildState,
  CitationPart,
  Denial,
  Message,
  NumberedSource,
  RecalledSource,
  TurnState,
  TurnStatus,
  Usage,
  VisitView,
} from "../../src/channels/web/wire.ts";
import type { Summary } from "../../src/contract/conversations.ts";
import type { OfferedGrant } from "../../src/domain/grants/scopes.ts";
import type { CallProvenance } from "../../src/domain/provenance/provenance.ts";

export interface Thread {
  /** Number of the newest event in this view; a socket continues from here. */
  seq: number;
  title: string;
  /** Last message of the active branch. */
  head: string | null;
  /** Every message that was loaded or received, of all branches. */
  entries: ReadonlyMap<string, Entry>;
  /** Cursor of the page before the oldest loaded message; null when the beginning is loaded. */
  older: string | null;
  /** Open turns: at most one runs; others wait for a person, or in the queue. */
  turns: readonly LiveTurn[];
  asides: readonly Aside[];
  /** Summaries of all branches, newest first. */
  summaries: readonly Summary[];
  /** Conversations that calls of this one started, by call. */
  children: ReadonlyMap<string, Child>;
  /** Set for a conversation in a room. */
  visit: VisitView | null;
}

export interface Child {
  conversation_id: string;
  kind: string;
  /** The agent's name for people. */
  name: string;
  task: string;
  state: ChildState;
  /** Including all children below it, once it has reported. */
  steps: number;
  cost_usd: number;
  /** Its latest text, as far as it is known without opening it. */
  words: string;
  /** Its open question or approval. */
  ask: Ask | null;
}

export interface Entry {
  message: Message;
  /** Alternatives to this message, including itself, as far as they are known. */
  siblings: readonly string[];
  /** The message that it was shown after. Its parent may be an answer that still streams, and so is not known yet. */
  follows: string | null;
  /** Only for answers that were watched: timings and notices that a stored answer does not have. */
  watched: WatchedAnswer | null;
}

/** Parts of an answer that only people who watched it have seen. */
export interface WatchedAnswer {
  turn_id: string;
  model: string;
  recalled: readonly RecalledSource[];
  segments: readonly Segment[];
  /** Undefined until the turn has ended. */
  end?: { status: TurnStatus; usage: Usage; cost_usd: number | null; steps: number; duration_ms: number };
}

export interface LiveTurn {
  id: string;
  agent: string;
  model: string;
  trigger: string;
  /** ISO 8601, UTC. */
  since: string;
  state: TurnState;
  /** Its queue position, while it waits. */
  before?: number | undefined;
  step: number;
  recalled: readonly RecalledSource[];
  segments: readonly Segment[];
  /** The stored answer, once it is known: it then replaces the segments. */
  answer: string | null;
}

export type Segment =
  | { kind: "text"; key: string; step: number; text: string }
  | { kind: "reasoning"; key: string; step: number; text: string }
  | ToolSegment
  | { kind: "notice"; key: string; level: "info" | "warning" | "error"; text: string }
  /** The model started this step again: its earlier text is void. */
  | { kind: "restart"; key: string; step: number }
  | { kind: "error"; key: string; error: string; reason: string; retryable: boolean }
  | ({ kind: "citation"; key: string; step: number } & Omit<CitationPart, "type">)
  | {
      kind: "media";
      key: string;
      media: "image" | "audio" | "file";
      url: string;
      name: string;
      size: number | null;
    };

interface ToolResult {
  content: string;
  is_error: boolean;
  /** Texts that the call has read. */
  sources?: readonly NumberedSource[];
  denied?: Denial;
}

export interface ToolSegment {
  kind: "tool";
  /** The call's id. */
  key: string;
  step: number;
  name: string;
  input: unknown;
  progress: readonly unknown[];
  result: ToolResult | null;
  ask: Ask | null;
  /** ISO 8601; null for stored calls. */
  started_at: string | null;
  ended_at: string | null;
}

export type Ask =
  | {
      kind: "question";
      question: string;
      options: readonly string[];
      caution?: "outside" | "secret";
      expires_at?: string;
    }
  | ({
      kind: "approval";
      tool: string;
      input: unknown;
      reason: string;
      expires_at?: string;
      /** Absent: it can be allowed once, and not for longer. */
      grant?: OfferedGrant;
      /** A spoken yes may allow it. */
      by_voice?: true;
    } & CallProvenance);

/** A notice to people between turns, or of an answer that was not watched. */
export interface Aside {
  key: string;
  /** The message that it follows. */
  after: string | null;
  level: "info" | "warning" | "error";
  text: string;
}

export function emptyThread(): Thread {
  return {
    seq: 0,
    title: "",
    head: null,
    entries: new Map(),
    older: null,
    turns: [],
    asides: [],
    summaries: [],
    children: new Map(),
    visit: null,
  };
}

/** The running turn, or else the newest one that waits for a person. */
export function currentTurn(thread: Thread): LiveTurn | null {
  return thread.turns.findLast((turn) => turn.state !== "parked") ?? thread.turns.at(-1) ?? null;
}
