/** Acceptance: one transaction takes an input in, or it is refused and nothing has changed. */
import type { EventBody, NightjarEvent } from "../../../src/domain/events.ts";
import type { CallId, Ids, MessageId, TurnId } from "../../../src/domain/ids.ts";
import type {
  Channel,
  Command,
  Inbound,
  Notice,
  Receipt,
  Refusal,
  ToolResultInbound,
  UserMessage,
} from "../../../src/domain/inbound.ts";
import { type Message, textOf } from "../../../src/domain/message.ts";
import { tailOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import { MAX_MESSAGE_BYTES } from "../rows/transcript.ts";
import type { TurnRow } from "../rows/turns.ts";
import { openQuestion } from "../rows/waiting-calls.ts";
import { putRow } from "../sql/held-commit.ts";
import { type DeferredCommandName, deferCommand } from "./deferred-commands.ts";
import { type CallAnswer, settleParked, waits } from "./settle-call.ts";
import { spokenDecision } from "./spoken-decision.ts";
import { isSpoken, type SpokenDeps, takeSpoken } from "./take-spoken.ts";
import { titleOf } from "./title.ts";

export interface ReceiveDeps extends SpokenDeps {
  now(): number;
  /** How long a burst from one sender is combined, in ms. */
  debounce(channel: Channel): number;
}

export interface Reception {
  receipt: Receipt;
  /** To be broadcast; they are stored already. */
  events: NightjarEvent[];
  /** A tool was allowed for good: that is to be written out now. */
  isGrant: boolean;
}

const MAX_OPEN_TURNS = 50;

type Taken = {
  turn_id: TurnId | null;
  message_id: MessageId | null;
  events: EventBody[];
  isGrant?: boolean;
};
type Result = Taken | { refusal: Refusal; reason: string };

export function receive(store: Store, inbound: Inbound, deps: ReceiveDeps): Reception {
  const known = isAwaited(store, inbound) ? undefined : knownReceipt(store, inbound.key);
  if (known) return { receipt: known, events: [], isGrant: false };
  const now = deps.now();
  return store.commit(now, () => {
    const before = store.log.seq;
    const result = take(store, inbound, deps, now);
    if ("refusal" in result) return { receipt: { status: "refused", ...result }, events: [], isGrant: false };
    const events = result.events.map((body) => store.log.append(body, result.turn_id, now));
    const { turn_id, message_id, isGrant = false } = result;
    putRow(store.sql, "inbox", [inbound.key, turn_id, message_id, before, now]);
    return { receipt: { status: "accepted", turn_id, message_id, seq: before }, events, isGrant };
  });
}

/** Some providers number their calls anew each turn: an answer that is waited for is never a duplicate. */
function isAwaited(store: Store, inbound: Inbound): boolean {
  return inbound.type === "tool_result" && waits(store, answerOf(inbound));
}

function knownReceipt(store: Store, key: string): Receipt | undefined {
  const row = store.sql.from<{ turn_id: string | null; message_id: string | null; seq: number }>(
    "inbox",
    "SELECT turn_id, message_id, seq FROM inbox WHERE key = ?",
    key,
  )[0];
  return row && { status: "duplicate", ...row };
}

function take(store: Store, inbound: Inbound, deps: ReceiveDeps, now: number): Result {
  switch (inbound.type) {
    case "user_message":
      return takeUserMessage(store, inbound, deps, now);
    case "notice":
      return isSpoken(inbound)
        ? takeSpoken(store, inbound, deps, now)
        : takeNotice(store, inbound, deps, now);
    case "tool_result":
      return takeToolResult(store, inbound);
    case "command":
      return takeCommand(store, inbound, deps, now);
  }
}

function takeUserMessage(store: Store, inbound: UserMessage, deps: ReceiveDeps, now: number): Result {
  if (JSON.stringify(inbound.parts).length > MAX_MESSAGE_BYTES / 3) {
    return refuse("too_large", "The message is too long. Send long texts as a file.");
  }
  const question = inbound.parent_id === undefined ? openQuestion(store) : undefined;
  if (question) return takenAnswer(store, answerTo(question, textOf(inbound.parts)));
  const decision = spokenDecision(store, inbound);
  if (decision) return takenAnswer(store, answerTo(decision.call_id, decision.content));
  if (inbound.parent_id && !store.transcript.has(inbound.parent_id)) {
    return refuse("malformed", `There is no message ${inbound.parent_id} to branch from.`);
  }
  const burst = openBurst(store, inbound, now);
  if (burst) return joinBurst(store, inbound, burst, deps, now);
  const message = userMessage(store, inbound, deps.ids, now);
  return newTurn(store, deps, now, message, {
    agent: inbound.agent ?? null,
    model: inbound.model ?? null,
    mode: inbound.mode ?? null,
    source: inbound.source,
    tier: "full",
    ready_at: now + deps.debounce(inbound.source.channel),
  });
}

function takeNotice(store: Store, inbound: Notice, deps: ReceiveDeps, now: number): Result {
  const message: Message = {
    id: deps.ids.create("msg"),
    parent_id: tailOf(store),
    role: "system",
    parts: [{ type: "text", text: inbound.text }],
    status: "complete",
    created_at: new Date(now).toISOString(),
  };
  const { source, tier } = inbound;
  const rest = {
    agent: null,
    model: null,
    mode: null,
    source,
    tier: tier ?? ("operational" as const),
    ready_at: now,
  };
  return newTurn(store, deps, now, message, rest);
}

function takeToolResult(store: Store, inbound: ToolResultInbound): Result {
  return takenAnswer(store, answerOf(inbound));
}

function answerOf({ call_id, content, is_error, source }: ToolResultInbound): CallAnswer {
  return { call_id, content, is_error, isReport: source.channel === "system" };
}

function answerTo(call_id: CallId, content: string): CallAnswer {
  return { call_id, content, is_error: false, isReport: false };
}

function takenAnswer(store: Store, answer: CallAnswer): Result {
  const settled = settleParked(store, answer);
  if (!settled)
    return refuse(
      "no_such_call",
      "Nothing waits for that answer: it was given already, or the turn has ended.",
    );
  return { ...settled, message_id: null };
}

function takeCommand(store: Store, inbound: Command, deps: ReceiveDeps, now: number): Result {
  const { command } = inbound;
  if (command.name !== "regenerate") return takeDeferred(store, command.name, now);
  const asked = store.transcript.get(command.message_id);
  const trigger =
    asked?.role === "assistant" && asked.parent_id ? store.transcript.get(asked.parent_id) : asked;
  if (!trigger || trigger.role === "assistant") {
    return refuse("malformed", "Only an answer, or the message it answers, can be regenerated.");
  }
  if (isFull(store)) return QUEUE_FULL;
  const rest = {
    agent: null,
    model: null,
    mode: null,
    source: inbound.source,
    tier: "full" as const,
    ready_at: now,
  };
  return addTurn(store, deps, now, trigger.id, rest, [{ type: "head", message_id: trigger.id }]);
}

/** A halt is obeyed at once; what takes a while is written down first. */
function takeDeferred(store: Store, name: "halt" | DeferredCommandName, now: number): Result {
  if (name !== "halt") deferCommand(store.sql, name, now);
  const turn_id = name === "halt" ? (store.turns.open()[0]?.id ?? null) : null;
  return { turn_id, message_id: null, events: [] };
}

type TurnWish = Pick<TurnRow, "agent" | "model" | "mode" | "source" | "tier" | "ready_at">;

function newTurn(store: Store, deps: ReceiveDeps, now: number, message: Message, wish: TurnWish): Result {
  if (isFull(store)) return QUEUE_FULL;
  const events: EventBody[] = [{ type: "message", message }, ...firstTitle(store, message)];
  const result = addTurn(store, deps, now, message.id, wish, events);
  addMessage(store, message, result.turn_id);
  return { ...result, message_id: message.id };
}

function isFull(store: Store): boolean {
  return store.turns.open().length >= MAX_OPEN_TURNS;
}

const QUEUE_FULL: Result = {
  refusal: "queue_full",
  reason: `${MAX_OPEN_TURNS} messages wait for an answer already. Wait for some, or stop the running turn.`,
};

function firstTitle(store: Store, message: Message): EventBody[] {
  if (store.meta.title !== "" || message.role !== "user") return [];
  store.meta.title = titleOf(message);
  return [{ type: "title", title: store.meta.title }];
}

function addTurn(
  store: Store,
  deps: ReceiveDeps,
  now: number,
  trigger_id: MessageId,
  wish: TurnWish,
  events: EventBody[],
): Taken {
  const id = deps.ids.create("trn");
  store.turns.insert({
    ...wish,
    id,
    state: "queued",
    trigger_id,
    answer_id: deps.ids.create("msg"),
    created_at: now,
    start_seq: store.log.seq,
    attempts: 0,
  });
  store.meta.head = trigger_id;
  store.meta.revision += 1;
  return { turn_id: id, message_id: null, events };
}

function addMessage(store: Store, message: Message, turn_id: TurnId | null): void {
  store.transcript.put(message, turn_id);
  store.meta.message_count += 1;
}

/** A queued turn of the same sender that still waits for more of the burst. */
function openBurst(store: Store, inbound: UserMessage, now: number): TurnRow | undefined {
  const { channel, sender, thread } = inbound.source;
  const last = store.turns.open().at(-1);
  if (last?.state !== "queued" || last.ready_at <= now) return undefined;
  const same =
    last.source.channel === channel && last.source.sender === sender && last.source.thread === thread;
  return same ? last : undefined;
}

function joinBurst(
  store: Store,
  inbound: UserMessage,
  turn: TurnRow,
  deps: ReceiveDeps,
  now: number,
): Result {
  const message = { ...userMessage(store, inbound, deps.ids, now), parent_id: turn.trigger_id };
  addMessage(store, message, turn.id);
  store.turns.extend(turn.id, message.id, now + deps.debounce(inbound.source.channel));
  store.meta.head = message.id;
  return { turn_id: turn.id, message_id: message.id, events: [{ type: "message", message }] };
}

function userMessage(store: Store, inbound: UserMessage, ids: Ids, now: number): Message {
  const message: Message = {
    id: ids.create("msg"),
    parent_id: inbound.parent_id === undefined ? tailOf(store) : inbound.parent_id,
    role: "user",
    parts: inbound.parts,
    status: "complete",
    created_at: new Date(now).toISOString(),
  };
  if (inbound.source.sender_name !== undefined) message.author = inbound.source.sender_name;
  return message;
}

function refuse(refusal: Refusal, reason: string): Result {
  return { refusal, reason };
}
