/** What rows keep as JSON, where no other room knows it by itself. */
import type { NightjarEvent } from "../../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type { ChildAsk } from "../../../../src/domain/inbound.ts";
import type { CostSource } from "../../../../src/domain/ledger.ts";
import type { Usage } from "../../../../src/domain/message.ts";
import type { TurnRecord } from "../../../../src/observability/turn-record.ts";
import type { Timings } from "../../../../src/observability/turn-trace.ts";

/** A message event is stored by reference: its message has its own row. */
export type StoredEvent = NightjarEvent | StoredMessageEvent;

type StoredMessageEvent = Omit<NightjarEvent, "type" | "message"> & {
  type: "message";
  ref: MessageId;
  /** What it stood below when it was told, of what may be moved later: a person's words. */
  below?: MessageId | null;
};

/** Of a turn that waits. */
export interface Waiting {
  billed: number;
  timings: Timings;
}

/** Of a turn that has ended. */
export interface TurnSummary {
  agent: string;
  /** The last one that answered; of none, the first choice. */
  model: string;
  steps: number;
  /** Of its last life. */
  duration_ms: number;
  /** Why it was stopped or failed. */
  reason?: string;
  /** It fails in the same way again, until a person does something. */
  is_lasting?: true;
  /** Absent of turns that were rebuilt. */
  trace?: TurnRecord;
  /** Of an absorbed one: the turn whose answer is its answer. */
  into?: TurnId;
}

export interface CostRow {
  /** Derived from the step: writing it twice has one effect. */
  id: string;
  at: number;
  turn_id: string;
  agent: string;
  model: string;
  usage: Usage;
  cost_usd: number | null;
  cost_by?: CostSource;
  /** Whose budget it is; absent: the owner's. */
  payer?: string;
  /** What the money was spent on; absent: on a turn. */
  purpose?: string;
}

export interface AfterWork {
  costs: CostRow[];
  message_ids: MessageId[];
  /** Tools that the owner has allowed an agent for good. */
  grants?: { agent: string; tool: string }[];
  /** Who the members are has changed. */
  members?: true;
  /** Something was said to whoever reads in the app: who has read up to this event has read it. */
  said_seq?: number;
}

/** Where else the words of a deleted message stand. */
export interface Erasure {
  /** All events that tell of it come after this one. */
  from_seq: number;
  /** What it stood below. */
  parent_id: MessageId | null;
  /** The turn whose answer it was: what its tools gave goes with it. */
  turn_id: TurnId | null;
  /** Messages to which summaries reached that stood for it. */
  uptos: MessageId[];
  /** The title that its words make. */
  title: string | null;
  /** What a model has called the conversation by it. */
  name?: string;
}

/** What a child asks. `answered`: what the person said is on its way to it. */
export type KeptAsk = ChildAsk & { answered?: true };

/** The estimated usage of a call whose real usage was never reported. */
export interface Estimate {
  id: string;
  turn_id: string;
  agent: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  /** Whose budget it is; absent: the owner's. */
  payer?: string;
}

export function stored(event: NightjarEvent): StoredEvent {
  if (event.type !== "message") return event;
  const { message, ...rest } = event;
  return { ...rest, ref: message.id, ...(message.role === "user" && { below: message.parent_id }) };
}

/** What is said aloud beside the text: it is made into a recording when it leaves. `voice`: of the provider. */
export interface Speech {
  type: "speech";
  text: string;
  voice?: string;
}

/** The message that grew while an answer was written, as its delivery knows it. */
export type Grown =
  /** It has been posted, and nobody knows whether it arrived. */
  | { state: "begun" }
  | { state: "known"; platform_id: string }
  /** It can be edited no more: the text goes into a new one. */
  | { state: "gone" };
