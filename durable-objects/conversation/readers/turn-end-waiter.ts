/** Waits for the end of a turn as an ordinary subscriber to its events. */

import type { Receipt } from "../../../src/domain/conversation/receipt.ts";
import { definedOf } from "../../../src/domain/defined.ts";
import type { NightjarEvent, TurnStatus } from "../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Usage } from "../../../src/domain/message.ts";
import { type CitationPart, type Message, type Part, textOf } from "../../../src/domain/message.ts";
import type { ClientCall } from "../../../src/domain/program/client-tools.ts";
import { citationsIn } from "../../../src/domain/sources/cited.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import { messages } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";
import { clientToolsOf } from "../rows/turns/client-tools.ts";
import { intoOf } from "../rows/turns/turns.ts";
import { clientCallsOf, type PendingAsk, wantedBy, wantedText } from "../rows/waiting-calls.ts";
import { type AnswerFile, filesInWords, filesOfAnswer } from "./answer-files.ts";
import { silenceOf } from "./silence.ts";
import type { EventSink, Subscribers } from "./subscribers.ts";

export interface TurnEnd {
  /** `running`: somebody in danger was shown help, and the model is slow: its words follow in the conversation. */
  status: TurnStatus | "running";
  message_id: string | null;
  /** Its words; the names of its files where it has no words; empty only of an agent that chose to say nothing. */
  reply: string;
  /** The part of it that was said since the program of the message brought results; absent: it brought none. */
  reply_since_results?: string;
  files: AnswerFile[];
  /** Citations of the reply, or of its part since results, one for each marker; absent: it has none. */
  citations?: CitationPart[];
  /** Reason why the turn did not complete, or why a completed one has no words; else null. */
  reason: string | null;
  agent: string | null;
  usage: Usage | null;
  /** The part of `usage` since the turn last went on, when it had parked. */
  usage_since_parked?: Usage;
  cost_usd: number | null;
  /** The questions and approvals that a parked turn waits for. */
  asks: PendingAsk[];
  /** The calls of a parked turn that wait for the program of its message. */
  calls: ClientCall[];
}

/** Outcome of a message whose answer was waited for. */
export interface ConverseResult {
  receipt: Receipt;
  /** Null when no turn answers it. */
  end: TurnEnd | null;
}

interface Waiting {
  store: Store;
  subscribers: Subscribers;
  later: Later;
}

/** Help in a crisis waits this long for the model's words. */
const HELP_WAITS_MS = 6_000;

/** Resolves when the turn has ended or waits for a person, at once if it already does. */
export function turnEnd(waiting: Waiting, turn_id: TurnId): Promise<TurnEnd> {
  const { store, subscribers, later } = waiting;
  const row = store.turns.get(turn_id);
  const into = row && intoOf(row);
  if (into) return turnEnd(waiting, into);
  // A halted turn is open until its answer is stored.
  const isOpen = store.turns.open().some((turn) => turn.id === turn_id);
  const parked = row?.state === "parked" ? parkedEnd(store, turn_id) : undefined;
  if (parked) return Promise.resolve(parked);
  if (!isOpen) return Promise.resolve(storedEnd(store, turn_id));
  return new Promise((resolve) => {
    const followed = { store, turn_id, later, isParked: row?.state === "parked" };
    const follower = new TurnFollower(followed, (end) => {
      remove();
      resolve(end);
    });
    const remove = subscribers.add(follower);
  });
}

function storedEnd(store: Store, turn_id: TurnId): TurnEnd {
  const row = store.turns.get(turn_id);
  const answer_id = row?.answer_id ?? answerIn(store, turn_id);
  const reason = row?.summary && "reason" in row.summary ? row.summary.reason : undefined;
  const message = answer_id === null ? undefined : store.transcript.get(answer_id);
  const status =
    message?.status === "complete" ? "completed" : message?.status === "halted" ? "halted" : "failed";
  const { usage = null, cost_usd = null } = message ?? {};
  const end = { ...endOf({ status, message, reason }), message_id: answer_id, usage, cost_usd };
  return { ...end, ...sinceResults(store, turn_id, message) };
}

/** The answer of a turn that a rebuilt conversation knows by its messages alone. */
function answerIn({ sql }: Store, turn_id: TurnId): MessageId | null {
  const newest = "WHERE turn_id = ? AND role = 'assistant' ORDER BY id DESC LIMIT 1";
  return sql.pick({ of: messages, columns: ["id"] }, newest, turn_id)[0]?.id ?? null;
}

interface Ended {
  status: TurnStatus;
  message: Message | undefined;
  reason: string | undefined;
}

/** A turn that broke off without a word replies with the reason, and an answer of files alone with their names. */
function endOf({ status, message, reason: told }: Ended): Omit<TurnEnd, "message_id" | "usage" | "cost_usd"> {
  const parts = message?.parts ?? [];
  const files = filesOfAnswer(parts);
  const reason = status === "completed" ? silenceOf(parts) : (told ?? errorIn(message) ?? NO_REASON);
  const reply = textOf(parts) || (status === "completed" ? filesInWords(files) : (reason ?? ""));
  const citations = citationsIn(parts);
  const cited = citations.length > 0 && { citations };
  return { status, reply, files, ...cited, reason, agent: message?.agent ?? null, asks: [], calls: [] };
}

function errorIn(message: Message | undefined): string | undefined {
  const error = message?.parts.find((part) => part.type === "error");
  return error?.type === "error" ? error.reason : undefined;
}

/** A rebuilt conversation does not know why a turn was halted. */
const NO_REASON = "The answer was not finished. Send the message again.";

interface Followed extends Pick<Waiting, "store" | "later"> {
  turn_id: TurnId;
  isParked: boolean;
}

class TurnFollower implements EventSink {
  private readonly store: Store;
  private readonly later: Later;
  private turn_id: TurnId;
  private isParked: boolean;
  private readonly done: (end: TurnEnd) => void;
  private answer: Message | undefined;
  private agent: string | null = null;
  /** Text of step 1, which begins with the help of a crisis. */
  private text = "";
  /** Cancels the timer that answers with the help. */
  private helping: (() => void) | undefined;

  constructor({ store, later, turn_id, isParked }: Followed, done: (end: TurnEnd) => void) {
    this.store = store;
    this.later = later;
    this.turn_id = turn_id;
    this.isParked = isParked;
    this.done = (end) => {
      this.helping?.();
      done(end);
    };
  }

  send(event: NightjarEvent): boolean {
    if (event.turn_id !== this.turn_id) return true;
    if (event.type === "absorbed") this.turn_id = event.into;
    if (event.type === "message" && event.message.role === "assistant") this.answer = event.message;
    if (event.type === "state") this.isParked = event.state === "parked";
    this.followText(event);
    // A child may ask long after the turn has parked.
    const isAsked = event.type === "state" || event.type === "question" || event.type === "approval";
    const usage = event.type === "state" ? event.usage : undefined;
    const parked = this.isParked && isAsked ? parkedEnd(this.store, this.turn_id, usage) : undefined;
    if (parked) this.done(parked);
    if (event.type === "turn_end") {
      const { status, message_id, usage, usage_since_parked, cost_usd, reason } = event;
      const end = endOf({ status, message: this.answer, reason });
      const since = sinceResults(this.store, this.turn_id, this.answer);
      this.done({ ...end, message_id, usage, cost_usd, ...since, ...definedOf({ usage_since_parked }) });
    }
    return true;
  }

  close(): void {
    // The waiter holds nothing open; the promise is dropped with its caller.
  }

  private followText(event: NightjarEvent): void {
    if (event.type === "turn_start") this.agent = event.agent;
    if (event.type === "reset" && event.from_step <= 1) this.text = "";
    if (event.type !== "text") return;
    this.text += event.delta;
    const decision = this.helping ? undefined : this.store.visits.decided(this.turn_id);
    const isShown = this.store.visits.current?.start.room.is_shared === false;
    if (decision?.by === "crisis" && isShown)
      this.helping = this.later(() => this.done(this.helped()), HELP_WAITS_MS);
  }

  private helped(): TurnEnd {
    const still = {
      reason: null,
      usage: null,
      cost_usd: null,
      message_id: null,
      asks: [],
      calls: [],
      files: [],
    };
    return { status: "running", reply: this.text.trim(), agent: this.agent, ...still };
  }
}

/** Undefined: the turn waits for none of those who wrote, but for a child or a job. */
function parkedEnd(store: Store, turn_id: TurnId, usage: Usage | null = null): TurnEnd | undefined {
  const asks = wantedBy(store, turn_id);
  const calls = clientCallsOf(store, turn_id);
  if (asks.length + calls.length === 0) return undefined;
  const still = { reason: null, agent: null, usage, cost_usd: null, files: [] };
  const parked = { status: "parked" as const, message_id: null, ...still, asks, calls };
  if (calls.length === 0) return { ...parked, reply: asks.map(wantedText).join("\n\n") };
  const row = store.turns.get(turn_id);
  const message = row && store.transcript.get(row.answer_id);
  return { ...parked, reply: textOf(message?.parts ?? []), ...sinceResults(store, turn_id, message) };
}

function sinceResults(store: Store, turn_id: TurnId, message: Message | undefined) {
  const brought = clientToolsOf(store.sql, turn_id);
  if (!brought || !message) return {};
  const since = partsSinceResults(message.parts, new Set(brought.tools.map(({ name }) => name)));
  if (!since) return {};
  return { reply_since_results: textOf(since), citations: citationsIn(since) };
}

/** Undefined: no result of those tools is among the parts. */
function partsSinceResults(parts: readonly Part[], names: ReadonlySet<string>): Part[] | undefined {
  const calls = new Set(parts.flatMap((part) => (isCallOf(part, names) ? [part.call_id] : [])));
  const last = parts.findLastIndex((part) => part.type === "tool_result" && calls.has(part.call_id));
  return last < 0 ? undefined : parts.slice(last + 1);
}

function isCallOf(part: Part, names: ReadonlySet<string>): part is Extract<Part, { type: "tool_call" }> {
  return part.type === "tool_call" && names.has(part.name);
}
