/** The one stream of events: WebSocket, SSE, channels, the monitor and the trail all read it. */
import type { ErrorKind } from "./errors.ts";
import type { OfferedGrant } from "./grants/scopes.ts";
import type { CallId, ConversationId, DeliveryId, MessageId, TurnId } from "./ids.ts";
import type { Channel } from "./inbound.ts";
import type { CitationPart, Denial, Message, RecalledSource, Usage } from "./message.ts";
import type { CallProvenance, Caution } from "./provenance/provenance.ts";
import type { NumberedSource } from "./sources/source.ts";
import type { VisitView } from "./visit.ts";

/** `waiting`: in the queue of admission control, while more turns are asked for than can run at once. */
export type TurnState = "waiting" | "thinking" | "tools" | "parked" | "idle";
export type TurnStatus = "completed" | "halted" | "failed" | "parked";

/** `given_up`: it took too long, and its parent no longer waits for it. */
export type ChildState = "running" | "completed" | "halted" | "failed" | "given_up";

export type EventBody =
  | { type: "message"; message: Message }
  | { type: "turn_start"; agent: string; model: string; mode: string; trigger_message_id: MessageId }
  /** `before`: queue position of a waiting turn, as the number of turns that begin before it. */
  | {
      type: "state";
      state: TurnState;
      step: number;
      tools: string[];
      before?: number;
      /** Tokens of a parked turn since it began or went on. */
      usage?: Usage;
    }
  | { type: "text"; delta: string }
  | { type: "reasoning"; delta: string }
  /** The partial text of `from_step` and later steps is void: what follows replaces it. */
  | { type: "reset"; from_step: number }
  | { type: "tool_start"; call_id: CallId; name: string; input: unknown }
  | { type: "tool_progress"; call_id: CallId; name: string; data: unknown }
  | {
      type: "tool_result";
      call_id: CallId;
      name: string;
      result: string;
      is_error: boolean;
      denied?: Denial;
      /** Sources that the call has read. */
      sources?: NumberedSource[];
    }
  /**
   * `expires_at`: ISO 8601, UTC; from then on no answer is needed. `child`: the conversation that asks, if it
   * is a child.
   */
  | {
      type: "question";
      call_id: CallId;
      question: string;
      options: string[];
      caution?: Caution;
      expires_at?: string;
      child?: ConversationId;
    }
  /** Approval that counts as refused from `expires_at` on. */
  | ({
      type: "approval";
      call_id: CallId;
      tool: string;
      input: unknown;
      reason: string;
      expires_at?: string;
      child?: ConversationId;
      /** Absent: it can be allowed once, and not for longer. */
      grant?: OfferedGrant;
      /** A spoken yes may allow it. */
      by_voice?: true;
    } & CallProvenance)
  /** A call of the turn to a tool of the program that sent the message; the turn waits for the program's result. */
  | { type: "client_call"; call_id: CallId; name: string; input: unknown }
  /** An ask that a child made through this call is settled: answered here, answered there, or expired. */
  | { type: "answered"; call_id: CallId; child: ConversationId }
  /** State of the child that a call started. The child's own stream has its steps and words. */
  | {
      type: "child";
      call_id: CallId;
      conversation_id: ConversationId;
      /** Kind of the starter: `spawn_agent`, `delegate`, ... */
      kind: string;
      /** Slug of the agent, then its display name. */
      agent: string;
      name: string;
      task: string;
      depth: number;
      state: ChildState;
      /** Steps and cost including all descendants, once the child has reported. */
      steps: number;
      cost_usd: number;
    }
  | CitationPart
  | { type: "recall"; items: RecalledSource[] }
  | { type: "title"; title: string }
  /** State of the visit after each change; only for a conversation in a room. */
  | { type: "visit"; visit: VisitView }
  /**
   * The turn that was to answer a message does not run: a running turn has absorbed the message, and its
   * answer is the answer. The message is sent again, in its new place.
   */
  | { type: "absorbed"; into: TurnId }
  /**
   * A message was removed from the tree: its children now hang below `parent_id`. Its words are gone, its
   * costs stay.
   */
  | { type: "deleted"; message_id: MessageId; parent_id: MessageId | null }
  /** The active branch now ends here: somebody switched branches, or asked for another answer. */
  | { type: "head"; message_id: MessageId }
  /**
   * For the model, this summary replaces all messages up to and including `upto`. The messages stay stored.
   */
  | {
      type: "compaction";
      upto: MessageId;
      messages: number;
      tokens_before: number;
      tokens_after: number;
      summary: string;
    }
  | { type: "compaction_undone"; upto: MessageId }
  /** A turn's message to people on a channel has arrived there completely, or was given up. */
  | {
      type: "delivery";
      delivery_id: DeliveryId;
      message_id: MessageId;
      kind: "reply" | "question" | "approval" | "failure" | "mirror";
      channel: Channel;
      thread: string | null;
      status: "sent" | "failed";
      chunks: number;
      sent: number;
      /** Platform ids of the chunks that arrived, in order. */
      platform_ids: (string | null)[];
      /** The reason for giving up. */
      reason: string | null;
    }
  | { type: "notice"; level: "info" | "warning" | "error"; text: string }
  | { type: "error"; error: ErrorKind; reason: string; retryable: boolean }
  | {
      type: "turn_end";
      status: TurnStatus;
      message_id: MessageId;
      usage: Usage;
      cost_usd: number | null;
      steps: number;
      duration_ms: number;
      /** Reason why the turn did not complete. */
      reason?: string;
      /** The part of `usage` since the turn last went on, when it had parked. */
      usage_since_parked?: Usage;
    };

export type EventType = EventBody["type"];

type EventField<T extends EventType> = keyof Extract<EventBody, { type: T }>;

/** Properties of an event type that every reader of the stream relies on. */
interface EventTraits<T extends EventType = EventType> {
  /**
   * The event is in the trail, so a rebuilt conversation has it. Deltas are not: the message they make up is.
   */
  of_record: boolean;
  /**
   * The conversation keeps the event when it drops the bulk of old events: messages by reference, and short
   * ones.
   */
  kept: boolean;
  /** The only field that can be long. */
  bulk: EventField<T> | null;
  /** The event tells what a turn is doing: it changes that turn while it runs, and nothing else. */
  of_turn: boolean;
}

/** A new type of event is one line here and one in `EventBody`. */
export const EVENTS = {
  message: { of_record: true, kept: true, bulk: "message", of_turn: false },
  turn_start: { of_record: true, kept: true, bulk: null, of_turn: false },
  state: { of_record: false, kept: false, bulk: null, of_turn: true },
  text: { of_record: false, kept: false, bulk: "delta", of_turn: true },
  reasoning: { of_record: false, kept: false, bulk: "delta", of_turn: true },
  reset: { of_record: false, kept: false, bulk: null, of_turn: true },
  tool_start: { of_record: true, kept: false, bulk: "input", of_turn: true },
  tool_progress: { of_record: false, kept: false, bulk: "data", of_turn: true },
  tool_result: { of_record: true, kept: false, bulk: "result", of_turn: true },
  question: { of_record: true, kept: false, bulk: null, of_turn: false },
  approval: { of_record: true, kept: false, bulk: "input", of_turn: false },
  client_call: { of_record: true, kept: true, bulk: "input", of_turn: false },
  answered: { of_record: true, kept: false, bulk: null, of_turn: false },
  child: { of_record: true, kept: true, bulk: null, of_turn: false },
  citation: { of_record: false, kept: false, bulk: null, of_turn: true },
  recall: { of_record: false, kept: false, bulk: "items", of_turn: true },
  title: { of_record: true, kept: true, bulk: null, of_turn: false },
  visit: { of_record: true, kept: true, bulk: null, of_turn: false },
  absorbed: { of_record: true, kept: true, bulk: null, of_turn: false },
  deleted: { of_record: true, kept: true, bulk: null, of_turn: false },
  head: { of_record: true, kept: true, bulk: null, of_turn: false },
  compaction: { of_record: true, kept: true, bulk: "summary", of_turn: false },
  compaction_undone: { of_record: true, kept: true, bulk: null, of_turn: false },
  delivery: { of_record: true, kept: true, bulk: null, of_turn: false },
  notice: { of_record: true, kept: true, bulk: null, of_turn: false },
  error: { of_record: true, kept: true, bulk: null, of_turn: false },
  turn_end: { of_record: true, kept: true, bulk: null, of_turn: false },
} as const satisfies { [T in EventType]: EventTraits<T> };

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENTS, type);
}

type TurnEventType = {
  [T in EventType]: (typeof EVENTS)[T]["of_turn"] extends true ? T : never;
}[EventType];

/** Events that tell what a turn is doing. */
export type TurnEvent = Extract<NightjarEvent, { type: TurnEventType }>;

export function isTurnEvent(event: NightjarEvent): event is TurnEvent {
  return EVENTS[event.type].of_turn;
}

export type NightjarEvent = EventBody & {
  /** Monotonic per conversation. */
  seq: number;
  /** ISO 8601, UTC. */
  ts: string;
  turn_id: TurnId | null;
};
