/** The wire between browser and Worker: all that web/ imports of src/. Types only, but for constants. */

export type {
  EventBody,
  NightjarEvent,
  RecalledSource,
  TurnState,
  TurnStatus,
} from "../../domain/events.ts";
export { isEventType } from "../../domain/events.ts";
export type {
  Denial,
  MediaPart,
  Message,
  Part,
  Usage,
} from "../../domain/message.ts";

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

export interface ConversationSummary {
  id: string;
  title: string;
  agent: string | null;
  room: string | null;
  model: string | null;
  mode: string | null;
  pinned: boolean;
  archived: boolean;
  tags: string[];
  state: string;
  message_count: number;
  cost_usd: number;
  created_at: string;
  updated_at: string;
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
  /** The turn that is running or parked now. */
  turn: { id: string; state: string; agent: string; model: string; step: number; since: string } | null;
  /** What a model reads instead of all up to `upto`, newest first; the messages themselves stay. */
  summaries: Summary[];
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

export interface AgentSummary {
  slug: string;
  name: string;
  role: string;
  models: string[];
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
