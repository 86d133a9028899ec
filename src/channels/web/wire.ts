/** The wire between browser and Worker: all that web/ imports of src/. Types only, but for constants. */

import type { ChildState } from "../../domain/events.ts";

export type { Agent, AgentMemory, AtTokenLimit, RecallStyle, ToolRule } from "../../domain/agent.ts";

export type {
  ChildState,
  EventBody,
  NightjarEvent,
  TurnState,
  TurnStatus,
} from "../../domain/events.ts";
export { isEventType } from "../../domain/events.ts";
export type {
  Denial,
  MediaPart,
  Message,
  Part,
  RecalledSource,
  Usage,
} from "../../domain/message.ts";
export type { MemberRight } from "../../domain/principal.ts";
export type { OpenSpan, Room, Weekday } from "../../domain/room.ts";
export type { VisitView } from "../../domain/visit.ts";

import type { Right } from "../../domain/principal.ts";
import type { VisitView } from "../../domain/visit.ts";

export interface FileReference {
  file_id: string;
}

/** What a client may send over the socket. `client_id` makes a send idempotent. */
export type ClientFrame =
  | {
      type: "send";
      client_id: string;
      text: string;
      files?: FileReference[];
      agent?: string;
      mode?: string;
      model?: string;
      /** Branches from this message instead of the active head. */
      parent_id?: string | null;
    }
  | { type: "halt" }
  | { type: "answer"; call_id: string; text: string }
  /** `reason` goes with a refusal: the agent is told. */
  | { type: "approve"; call_id: string; decision: Decision; reason?: string | undefined }
  | { type: "ping" };

export type Decision = "allow_once" | "always" | "deny";

/** Socket frames that are not events: they carry no seq and are never replayed. */
export type ServerFrame =
  | { type: "pong" }
  /** All events up to `seq` have been sent; what follows is live. */
  | { type: "ready"; seq: number }
  /** A send was taken, or was already known. */
  | {
      type: "accepted";
      client_id: string;
      message_id: string | null;
      turn_id: string | null;
      duplicate: boolean;
    }
  | { type: "refused"; client_id?: string; error: string; reason: string };

/** What the socket of a person tells. None of it is replayed: whoever connects reads all of it anew. */
export type PersonFrame =
  | { type: "pong" }
  | { type: "ready" }
  /** As the person's list shows them now; `gone` are those that are not in it. */
  | { type: "conversations"; items: ConversationSummary[]; gone: string[] }
  /** What waits for them may be another thing now. */
  | { type: "inbox" };

/** Why a socket was closed that is not to be opened again as it is. */
export const CLOSED = {
  signed_out: { code: 4401, reason: "You are signed out here. Sign in again." },
  not_yours: { code: 4403, reason: "This conversation is not shared with you any more." },
} as const;

export interface ConversationSummary {
  id: string;
  /** Id of a person: with members it is in the lists of others too. */
  owner: string;
  title: string;
  agent: string | null;
  room: string | null;
  model: string | null;
  mode: string | null;
  pinned: boolean;
  archived: boolean;
  tags: string[];
  /** Where its owner has put it; empty: nowhere. */
  folder: string;
  state: string;
  message_count: number;
  cost_usd: number;
  created_at: string;
  updated_at: string;
  /** Something was said there that whoever asks has not read. In lists. */
  unread?: boolean;
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

/** `GET /conversations/{id}`: the summary, and where a socket should start. */
export interface ConversationView extends ConversationSummary {
  /** Connect with this cursor after loading the messages. */
  seq: number;
  head: string | null;
  /** Of a visit to a room; null: it is none. */
  visit: VisitView | null;
  /** The turn that is running or parked now. */
  turn: { id: string; state: string; agent: string; model: string; step: number; since: string } | null;
  /** The conversation that has set it going. */
  parent: string | null;
  /** How many others it has set going. */
  children: number;
  /** What a model reads instead of all up to `upto`, newest first; the messages themselves stay. */
  summaries: Summary[];
  /** What whoever asks may do in it. */
  rights: readonly Right[];
  /** How many others are in it. */
  members: number;
}

export interface Summary {
  /** The last message it stands for: it counts on branches that have it. */
  upto: string;
  /** How many messages it stands for. */
  messages: number;
  tokens_before: number;
  tokens_after: number;
  summary: string;
}

export type ChildAskView = { expires_at?: string } & (
  | { type: "question"; question: string; options: string[] }
  | { type: "approval"; tool: string; input: unknown; reason: string }
);

/** A conversation that another has set going, as people look at it. */
export interface ChildView {
  conversation_id: string;
  call_id: string;
  turn_id: string;
  kind: string;
  /** Slug, and name for people to read. */
  agent: string;
  name: string;
  task: string;
  depth: number;
  state: ChildState;
  /** What it wants of a person; what is said to it goes to `call_id` of the conversation that set it going. */
  ask: ChildAskView | null;
  steps: number;
  /** US dollars, with all below it. */
  cost_usd: number;
  /** What it said last. */
  words: string;
  /** ISO 8601, UTC. */
  began_at: string;
  ended_at: string | null;
}

/** `GET /conversations/{id}/children`: what its agents have handed on. */
export interface ChildItem extends ChildView {
  children: ChildItem[];
}

export interface AgentSummary {
  slug: string;
  name: string;
  role: string;
  models: string[];
  /** Id of a file. */
  picture: string | null;
  /** `#rrggbb`. */
  color: string | null;
}

export interface MonitorTurn {
  conversation_id: string;
  turn_id: string;
  state: string;
  agent: string;
  model: string;
  step: number;
  /** ISO 8601, UTC. */
  since: string;
}
