/** Waits for the end of a turn as an ordinary subscriber to its events. */
import type { NightjarEvent, TurnStatus } from "../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Receipt } from "../../../src/domain/inbound.ts";
import type { Usage } from "../../../src/domain/message.ts";
import { type Message, textOf } from "../../../src/domain/message.ts";
import { messages } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";
import { intoOf } from "../rows/turns/turns.ts";
import { type PendingAsk, wantedBy, wantedText } from "../rows/waiting-calls.ts";
import type { EventSink, Subscribers } from "./subscribers.ts";

export interface TurnEnd {
  status: TurnStatus;
  message_id: string | null;
  reply: string;
  agent: string | null;
  usage: Usage | null;
  cost_usd: number | null;
  /** The questions and approvals that a parked turn waits for. */
  asks: PendingAsk[];
}

/** Outcome of a message whose answer was waited for. */
export interface ConverseResult {
  receipt: Receipt;
  /** Null when no turn answers it. */
  end: TurnEnd | null;
}

/** Resolves when the turn has ended or waits for a person, at once if it already does. */
export function turnEnd(store: Store, subscribers: Subscribers, turn_id: TurnId): Promise<TurnEnd> {
  const row = store.turns.get(turn_id);
  const into = row && intoOf(row);
  if (into) return turnEnd(store, subscribers, into);
  // A halted turn is open until its answer is stored.
  const isOpen = store.turns.open().some((turn) => turn.id === turn_id);
  const asks = row?.state === "parked" ? wantedBy(store, turn_id) : [];
  if (asks.length > 0) return Promise.resolve(parkedEnd(asks));
  if (!isOpen) return Promise.resolve(storedEnd(store, row?.answer_id ?? answerIn(store, turn_id)));
  return new Promise((resolve) => {
    const follower = new TurnFollower({ store, turn_id, isParked: row?.state === "parked" }, (end) => {
      remove();
      resolve(end);
    });
    const remove = subscribers.add(follower);
  });
}

/** The answer of a turn that a rebuilt conversation knows by its messages alone. */
function answerIn({ sql }: Store, turn_id: TurnId): MessageId | null {
  const newest = "WHERE turn_id = ? AND role = 'assistant' ORDER BY id DESC LIMIT 1";
  return sql.pick({ of: messages, columns: ["id"] }, newest, turn_id)[0]?.id ?? null;
}

function storedEnd(store: Store, answer_id: MessageId | null): TurnEnd {
  const message = answer_id === null ? undefined : store.transcript.get(answer_id);
  const status =
    message?.status === "complete" ? "completed" : message?.status === "halted" ? "halted" : "failed";
  return {
    status,
    message_id: answer_id,
    reply: failureOr(textOf(message?.parts ?? []), message),
    agent: message?.agent ?? null,
    usage: message?.usage ?? null,
    cost_usd: message?.cost_usd ?? null,
    asks: [],
  };
}

interface Followed {
  store: Store;
  turn_id: TurnId;
  isParked: boolean;
}

class TurnFollower implements EventSink {
  private readonly store: Store;
  private turn_id: TurnId;
  private isParked: boolean;
  private readonly done: (end: TurnEnd) => void;
  private answer: Message | undefined;

  constructor({ store, turn_id, isParked }: Followed, done: (end: TurnEnd) => void) {
    this.store = store;
    this.turn_id = turn_id;
    this.isParked = isParked;
    this.done = done;
  }

  send(event: NightjarEvent): boolean {
    if (event.turn_id !== this.turn_id) return true;
    if (event.type === "absorbed") this.turn_id = event.into;
    if (event.type === "message" && event.message.role === "assistant") this.answer = event.message;
    if (event.type === "state") this.isParked = event.state === "parked";
    // A child may ask long after the turn has parked.
    const isAsked = event.type === "state" || event.type === "question" || event.type === "approval";
    const asks = this.isParked && isAsked ? wantedBy(this.store, this.turn_id) : [];
    if (asks.length > 0) this.done(parkedEnd(asks));
    if (event.type === "turn_end") {
      const { status, message_id, usage, cost_usd } = event;
      const reply = failureOr(textOf(this.answer?.parts ?? []), this.answer);
      this.done({ status, message_id, reply, agent: this.answer?.agent ?? null, usage, cost_usd, asks: [] });
    }
    return true;
  }

  close(): void {
    // The waiter holds nothing open; the promise is dropped with its caller.
  }
}

function parkedEnd(asks: PendingAsk[]): TurnEnd {
  const reply = asks.map(wantedText).join("\n\n");
  return { status: "parked", message_id: null, reply, agent: null, usage: null, cost_usd: null, asks };
}

/** A turn that failed before it said anything replies with the reason. */
function failureOr(text: string, message: Message | undefined): string {
  if (text !== "") return text;
  const error = message?.parts.find((part) => part.type === "error");
  return error?.type === "error" ? error.reason : "";
}
