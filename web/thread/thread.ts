/** What one conversation looks like, as data: stored messages, the turn that runs, and what was said beside them. */
import type {
  ChildState,
  Denial,
  Message,
  RecalledSource,
  Summary,
  TurnState,
  TurnStatus,
  Usage,
  VisitView,
} from "../../src/channels/web/wire.ts";

export interface Thread {
  /** The newest event that is in this view; a socket goes on from here. */
  seq: number;
  title: string;
  /** Last message of the active branch. */
  head: string | null;
  /** Every message that was loaded or heard of, of any branch. */
  entries: ReadonlyMap<string, Entry>;
  /** Cursor of the page before the oldest loaded message; null when the beginning is here. */
  older: string | null;
  /** Open turns: at most one runs; others wait for a person, or for their time. */
  turns: readonly LiveTurn[];
  asides: readonly Aside[];
  /** Of any branch, newest first. */
  summaries: readonly Summary[];
  /** Conversations that calls of this one have set going, by the call. */
  children: ReadonlyMap<string, Child>;
  /** Of a conversation in a room. */
  visit: VisitView | null;
}

export interface Child {
  conversation_id: string;
  kind: string;
  /** Its agent, for people to read. */
  name: string;
  task: string;
  state: ChildState;
  /** With all below it, once it has reported. */
  steps: number;
  cost_usd: number;
  /** What it said last, as far as that is known without looking at it. */
  words: string;
  /** What it wants to know, or to be allowed. */
  ask: Ask | null;
}

export interface Entry {
  message: Message;
  /** Alternatives to this message, itself among them, as far as they are known. */
  siblings: readonly string[];
  /** What it was shown after. Its parent may be an answer that is still being made, and so not known yet. */
  follows: string | null;
  /** Only for answers that were watched: timing of tools and notices a stored answer does not tell. */
  watched: Watched | null;
}

/** What was seen of an answer while it was made. */
export interface Watched {
  turn_id: string;
  model: string;
  recalled: readonly RecalledSource[];
  segments: readonly Segment[];
  /** Absent until the turn has ended. */
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
  /** While it waits: how many begin before it. */
  before?: number | undefined;
  step: number;
  recalled: readonly RecalledSource[];
  segments: readonly Segment[];
  /** The stored answer, once it is known: from then on it is shown instead of the segments. */
  answer: string | null;
}

export type Segment =
  | { kind: "text"; key: string; step: number; text: string }
  | { kind: "reasoning"; key: string; step: number; text: string }
  | ToolSegment
  | { kind: "notice"; key: string; level: "info" | "warning" | "error"; text: string }
  /** The model began this step again: what it had said of it is void. */
  | { kind: "restart"; key: string; step: number }
  | { kind: "error"; key: string; error: string; reason: string; retryable: boolean }
  | { kind: "citation"; key: string; step: number; index: number; url: string; title: string }
  | {
      kind: "media";
      key: string;
      media: "image" | "audio" | "file";
      url: string;
      name: string;
      size: number | null;
    };

export interface ToolResult {
  content: string;
  is_error: boolean;
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
  | { kind: "question"; question: string; options: readonly string[]; expires_at?: string }
  | { kind: "approval"; tool: string; input: unknown; reason: string; expires_at?: string };

/** Said to people between turns. */
export interface Aside {
  key: string;
  /** The message it follows. */
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

/** The turn that speaks now, or else the newest one that waits for a person. */
export function currentTurn(thread: Thread): LiveTurn | null {
  return thread.turns.findLast((turn) => turn.state !== "parked") ?? thread.turns.at(-1) ?? null;
}
