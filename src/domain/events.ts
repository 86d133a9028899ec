/** The one stream of events: WebSocket, SSE, channels, the monitor and the trail all read it. */
import type { ErrorKind } from "./errors.ts";
import type { CallId, ConversationId, DeliveryId, MessageId, TurnId } from "./ids.ts";
import type { Channel } from "./inbound.ts";
import type { Denial, Message, RecalledSource, Usage } from "./message.ts";
import type { VisitView } from "./visit.ts";

/** `waiting`: for its place, while more is asked than can be answered at once. */
export type TurnState = "waiting" | "thinking" | "tools" | "parked" | "idle";
export type TurnStatus = "completed" | "halted" | "failed" | "parked";

/** `given_up`: it took too long, and is waited for no more. */
export type ChildState = "running" | "completed" | "halted" | "failed" | "given_up";

export type EventBody =
  | { type: "message"; message: Message }
  | { type: "turn_start"; agent: string; model: string; mode: string; trigger_message_id: MessageId }
  /** `before`: of one that waits, how many turns begin before it. */
  | { type: "state"; state: TurnState; step: number; tools: string[]; before?: number }
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
    }
  /** `expires_at`: ISO 8601, UTC; from then on nobody need answer. `child`: it is that conversation that asks. */
  | {
      type: "question";
      call_id: CallId;
      question: string;
      options: string[];
      expires_at?: string;
      child?: ConversationId;
    }
  /** From `expires_at` on it counts as refused. */
  | {
      type: "approval";
      call_id: CallId;
      tool: string;
      input: unknown;
      reason: string;
      expires_at?: string;
      child?: ConversationId;
    }
  /** What a child asked at that call is settled: answered here, answered there, or out of time. */
  | { type: "answered"; call_id: CallId; child: ConversationId }
  /** How the child that a call has set going stands. Its own stream tells what it does and says. */
  | {
      type: "child";
      call_id: CallId;
      conversation_id: ConversationId;
      /** What set it going: `spawn_agent`, `delegate`, ... */
      kind: string;
      /** Slug, and the name for people to read. */
      agent: string;
      name: string;
      task: string;
      depth: number;
      state: ChildState;
      /** With all below it, once it has reported. */
      steps: number;
      cost_usd: number;
    }
  | { type: "citation"; index: number; url: string; title: string }
  | { type: "recall"; items: RecalledSource[] }
  | { type: "title"; title: string }
  /** How the visit stands, whenever that has changed: of a conversation in a room. */
  | { type: "visit"; visit: VisitView }
  /**
   * The turn that was to answer a message does not run: one that ran already has taken the message in, and its answer is
   * the answer. The message is told again, in its new place.
   */
  | { type: "absorbed"; into: TurnId }
  /** A message was taken out of the tree: what stood below it stands below `parent_id`. Its words are gone, its costs stay. */
  | { type: "deleted"; message_id: MessageId; parent_id: MessageId | null }
  /** The active branch ends here now: somebody switched, or asked for another answer. */
  | { type: "head"; message_id: MessageId }
  /** To the model, all up to and with `upto` is this summary from now on. The messages stay. */
  | {
      type: "compaction";
      upto: MessageId;
      messages: number;
      tokens_before: number;
      tokens_after: number;
      summary: string;
    }
  | { type: "compaction_undone"; upto: MessageId }
  /** What a turn had to say to people on a channel has arrived there whole, or was given up. */
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
      /** Of the chunks that arrived, in order. */
      platform_ids: (string | null)[];
      /** Why it was given up. */
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
    };

export type EventType = EventBody["type"];

type EventField<T extends EventType> = keyof Extract<EventBody, { type: T }>;

/** What every reader of the stream has to know of a type of event. */
export interface EventTraits<T extends EventType = EventType> {
  /** It stands in the trail, and a conversation that is rebuilt has it. Deltas do not: the message they make up does. */
  of_record: boolean;
  /** The conversation keeps it when it lets go of the bulk of old events: messages by reference, and what is short. */
  kept: boolean;
  /** The field that makes its line long; all else is a few words. */
  bulk: EventField<T> | null;
}

/** A new type of event is one line here and one in `EventBody`. */
export const EVENTS = {
  message: { of_record: true, kept: true, bulk: "message" },
  turn_start: { of_record: true, kept: true, bulk: null },
  state: { of_record: false, kept: false, bulk: null },
  text: { of_record: false, kept: false, bulk: "delta" },
  reasoning: { of_record: false, kept: false, bulk: "delta" },
  reset: { of_record: false, kept: false, bulk: null },
  tool_start: { of_record: true, kept: false, bulk: "input" },
  tool_progress: { of_record: false, kept: false, bulk: "data" },
  tool_result: { of_record: true, kept: false, bulk: "result" },
  question: { of_record: true, kept: false, bulk: null },
  approval: { of_record: true, kept: false, bulk: "input" },
  answered: { of_record: true, kept: false, bulk: null },
  child: { of_record: true, kept: true, bulk: null },
  citation: { of_record: false, kept: false, bulk: null },
  recall: { of_record: false, kept: false, bulk: "items" },
  title: { of_record: true, kept: true, bulk: null },
  visit: { of_record: true, kept: true, bulk: null },
  absorbed: { of_record: true, kept: true, bulk: null },
  deleted: { of_record: true, kept: true, bulk: null },
  head: { of_record: true, kept: true, bulk: null },
  compaction: { of_record: true, kept: true, bulk: "summary" },
  compaction_undone: { of_record: true, kept: true, bulk: null },
  delivery: { of_record: true, kept: true, bulk: null },
  notice: { of_record: true, kept: true, bulk: null },
  error: { of_record: true, kept: true, bulk: null },
  turn_end: { of_record: true, kept: true, bulk: null },
} as const satisfies { [T in EventType]: EventTraits<T> };

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENTS, type);
}

export type NightjarEvent = EventBody & {
  /** Monotonic per conversation. */
  seq: number;
  /** ISO 8601, UTC. */
  ts: string;
  turn_id: TurnId | null;
};
