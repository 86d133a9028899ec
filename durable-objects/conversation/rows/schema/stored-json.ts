/** Types of JSON in rows that no other room defines. */

import type { ChildAsk } from "../../../../src/domain/conversation/child-asks.ts";
import type { RequestSize } from "../../../../src/domain/conversation/request-size.ts";
import type { NightjarEvent } from "../../../../src/domain/events.ts";
import type { Grant } from "../../../../src/domain/grants/grant.ts";
import type { MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type { CostSource } from "../../../../src/domain/ledger.ts";
import type { Usage } from "../../../../src/domain/message.ts";
import type { TurnHappening } from "../../../../src/domain/webhook.ts";
import type { ReportedTurn } from "../../../../src/observability/reported-turn.ts";
import type { TurnRecord } from "../../../../src/observability/turn-record.ts";
import type { Timings } from "../../../../src/observability/turn-trace.ts";

/** A message event is stored by reference: its message has its own row. */
export type StoredEvent = NightjarEvent | StoredMessageEvent;

type StoredMessageEvent = Omit<NightjarEvent, "type" | "message"> & {
  type: "message";
  ref: MessageId;
  /** The message's parent at the time of the event; messages of people and notices can be moved later. */
  below?: MessageId | null;
};

/** Accounts of a parked turn. */
export interface Waiting {
  billed: number;
  timings: Timings;
}

/** Summary of an ended turn. */
export interface TurnSummary {
  agent: string;
  /** The model that answered last, or else the first choice. */
  model: string;
  steps: number;
  /** Duration of its last life. */
  duration_ms: number;
  /** Reason why it was stopped or failed. */
  reason?: string;
  /** The turn will fail in the same way until a person does something. */
  is_lasting?: true;
  /** Absent for rebuilt turns. */
  trace?: TurnRecord;
  /** Size of its last request; absent: none was answered, or it was not measured. */
  size?: RequestSize;
  /** The dynamic block that its model was given; absent: the journal has it, or it was not recorded. */
  dynamic?: string;
  /** For an absorbed turn: the turn whose answer covers it. */
  into?: TurnId;
}

export interface CostRow {
  /** Derived from the step, so that writing it twice has one effect. */
  id: string;
  at: number;
  turn_id: string;
  agent: string;
  model: string;
  usage: Usage;
  cost_usd: number | null;
  cost_by?: CostSource;
  /** The person whose budget it uses; absent: the owner. */
  payer?: string;
  /** Purpose of the call; absent: a turn. */
  purpose?: string;
}

export interface AfterWork {
  costs: CostRow[];
  message_ids: MessageId[];
  /** Given by the owner. */
  grants?: Grant[];
  /** Set when the members have changed. */
  members?: true;
  /** Ends and questions of turns, for webhooks. */
  happened?: TurnHappening[];
  /** The end of a turn, for exporters and counters. */
  ended?: ReportedTurn;
  /** Set when something was said to readers in the app: whoever has read up to this event has read it. */
  said_seq?: number;
}

/** Other places that hold the words of a deleted message. */
export interface Erasure {
  /** All events that tell of it come after this one. */
  from_seq: number;
  /** Parent of the message. */
  parent_id: MessageId | null;
  /** The turn whose answer it was; results of that turn's tools are deleted too. */
  turn_id: TurnId | null;
  /** Last messages of the summaries that include it. */
  uptos: MessageId[];
  /** The title that its words would make. */
  title: string | null;
  /** The title that a model made from it. */
  name?: string;
  /** Sound of its words. */
  recording?: HeldRecording;
}

/** A recording, and the person among whose it is. */
export interface HeldRecording {
  owner: string;
  id: string;
}

/** A child's question or approval. `answered`: a person's answer is on its way. */
export type KeptAsk = ChildAsk & { answered?: true };

/** Estimated usage of a call whose real usage was never reported. */
export interface Estimate {
  id: string;
  turn_id: string;
  agent: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  /** The person whose budget it uses; absent: the owner. */
  payer?: string;
}

export function toStoredEvent(event: NightjarEvent): StoredEvent {
  if (event.type !== "message") return event;
  const { message, ...rest } = event;
  return { ...rest, ref: message.id, ...(message.role !== "assistant" && { below: message.parent_id }) };
}

/** Text that is spoken as well; the recording is made on delivery. `voice`: of the provider. */
export interface Speech {
  type: "speech";
  text: string;
  voice?: string;
}

/** The state of a preview, as its delivery knows it. */
export type GrownMessage =
  /** The message was posted; whether it arrived is unknown. */
  | { state: "begun" }
  | { state: "known"; platform_id: string }
  /** The message can no longer be edited; the text goes into a new one. */
  | { state: "gone" };
