/** Frames of the sockets, and the vocabulary with which the browser reads them. Types only, except for constants. */
import type { ChildState } from "../../domain/events.ts";
import type { OfferedGrant } from "../../domain/grants/scopes.ts";
import type { CallProvenance, Caution } from "../../domain/provenance/provenance.ts";
import type { DecisionWord } from "../decision-words.ts";

export type { Agent, ToolRule } from "../../domain/agent.ts";

export type {
  ChildState,
  EventBody,
  NightjarEvent,
  TurnEvent,
  TurnState,
  TurnStatus,
} from "../../domain/events.ts";
export { isEventType, isTurnEvent } from "../../domain/events.ts";
export type {
  CitationPart,
  Denial,
  MediaPart,
  Message,
  Part,
  RecalledSource,
  Usage,
} from "../../domain/message.ts";
export type { MemberRight } from "../../domain/principal.ts";
export type { OpenSpan, Room, Weekday } from "../../domain/room.ts";
export type { NumberedSource, SourceKind } from "../../domain/sources/source.ts";
export type { VisitView } from "../../domain/visit.ts";

interface FileReference {
  file_id: string;
}

/** Frames from a client to the socket. `client_id` makes a send idempotent. */
export type ClientFrame =
  | {
      type: "send";
      client_id: string;
      text: string;
      files?: FileReference[];
      agent?: string;
      mode?: string;
      model?: string;
      /** The context tier that the agent gets for it. */
      tier?: string;
      /** A second model that answers the same message, as a branch beside the first answer. */
      compare_with?: string;
      /** Branches from this message instead of the active head. */
      parent_id?: string | null;
      /** Part of a spoken answer that was heard before this message interrupted it: UTF-16 units of its words. */
      heard?: { message_id: string; characters: number };
      /** The message was spoken, and its sender waits to hear the answer. */
      live?: boolean;
      /** Id of the sound of these words, as their transcription told it. */
      recording?: string;
    }
  | { type: "halt" }
  | { type: "answer"; call_id: string; text: string }
  /** `reason` goes with a refusal: the agent is told. */
  | { type: "approve"; call_id: string; decision: Decision; reason?: string | undefined }
  /** Whether the sender listens: the sound of a model that speaks is then sent along. */
  | { type: "listen"; on: boolean }
  | { type: "ping" };

export type Decision = DecisionWord;

/** Socket frames that are not events: they carry no seq and are never replayed. */
export type ServerFrame =
  | { type: "pong" }
  /** All events up to `seq` have been sent; what follows is live. */
  | { type: "ready"; seq: number }
  /** A sent message was accepted, or had been already. */
  | {
      type: "accepted";
      client_id: string;
      message_id: string | null;
      turn_id: string | null;
      duplicate: boolean;
    }
  | { type: "refused"; client_id?: string; error: string; reason: string }
  | SpeechFrame;

/** A piece of the sound of a running answer. It is stored nowhere: whoever misses it has the words. */
export interface SpeechFrame {
  type: "speech";
  turn_id: string;
  /**
   * UTF-16 units of the answer's text that were written when it came: the sound is of the words before. Of the first one of a model
   * call, which is empty, and of the last one: the words from there on have a sound, or none.
   */
  at: number;
  /** Samples of 16 bits, one channel, 24 kHz, in base64. */
  pcm: string;
  /** The last one of a model call: what follows has no sound, unless another first one comes. */
  is_end?: true;
}

/** Frames of a person's socket. Nothing is replayed: after connecting, clients load everything anew. */
export type PersonFrame =
  | { type: "pong" }
  | { type: "ready" }
  /** Changed rows of the person's list; `gone` are ids that are no longer in it. */
  | { type: "conversations"; items: ConversationSummary[]; gone: string[] }
  /** The person's inbox may have changed. */
  | { type: "inbox" };

/** Close codes of sockets that the client should not reopen. */
export const CLOSED = {
  signed_out: { code: 4401, reason: "You are signed out here. Sign in again." },
  not_yours: { code: 4403, reason: "This conversation is no longer shared with you." },
} as const;

export interface ConversationSummary {
  id: string;
  /** Id of a person; a shared conversation is also in its members' lists. */
  owner: string;
  title: string;
  agent: string | null;
  room: string | null;
  model: string | null;
  mode: string | null;
  pinned: boolean;
  archived: boolean;
  tags: string[];
  /** The owner's folder; empty: none. */
  folder: string;
  state: string;
  message_count: number;
  cost_usd: number;
  created_at: string;
  updated_at: string;
  /** The conversation has messages that the caller has not read. Only in lists. */
  unread?: boolean;
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

export type ChildAskView = { expires_at?: string } & (
  | { type: "question"; question: string; options: string[]; caution?: Caution }
  | ({
      type: "approval";
      tool: string;
      input: unknown;
      reason: string;
      grant?: OfferedGrant;
      by_voice?: true;
    } & CallProvenance)
);

/** A child conversation as shown to people. */
export interface ChildView {
  conversation_id: string;
  call_id: string;
  turn_id: string;
  kind: string;
  /** Slug of the agent; `name` is shown to people. */
  agent: string;
  name: string;
  task: string;
  depth: number;
  state: ChildState;
  /** The child's question to a person. The answer goes to `call_id` of the parent conversation. */
  ask: ChildAskView | null;
  steps: number;
  /** US dollars, including all its descendants. */
  cost_usd: number;
  /** The child's last words. */
  words: string;
  /** ISO 8601, UTC. */
  began_at: string;
  ended_at: string | null;
}

/** `GET /conversations/{id}/children`: work that the conversation's agents delegated. */
export interface ChildItem extends ChildView {
  children: ChildItem[];
}
