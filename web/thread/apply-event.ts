/** Applies one event. Idempotent under replays: an event that was seen before changes nothing. */
import {
  isTurnEvent,
  type Message,
  type NightjarEvent,
  type TurnEvent,
} from "../../src/channels/web/wire.ts";
import { activeBranch, withMessage, withoutMessage } from "./branches.ts";
import { askOf, withAsk, withChild, withoutAsk } from "./children.ts";
import {
  emptyTurn,
  parkForAsk,
  restartFromStep,
  startTurn,
  toolProgressed,
  toolSettled,
  toolStarted,
  withCitation,
  withDelta,
  withError,
  withNotice,
} from "./live-turn.ts";
import { withoutSummary, withSummary } from "./summaries.ts";
import type { LiveTurn, Thread, WatchedAnswer } from "./thread.ts";

export function applyEvent(thread: Thread, event: NightjarEvent): Thread {
  if (event.seq <= thread.seq) return thread;
  return { ...applied(thread, event), seq: event.seq };
}

function applied(thread: Thread, event: NightjarEvent): Thread {
  if (isTurnEvent(event)) return inTurn(thread, event, (turn) => during(turn, event));
  switch (event.type) {
    case "message":
      return messageStored(thread, event.message, event.turn_id);
    case "turn_start":
      return turnStarted(thread, event);
    case "turn_end":
      return turnEnded(thread, event);
    case "title":
      return { ...thread, title: event.title };
    case "visit":
      return { ...thread, visit: event.visit };
    case "absorbed":
      // Its turn never began, and its message is sent again.
      return thread;
    case "deleted":
      return withoutMessage(thread, event);
    case "head":
      return thread.entries.has(event.message_id) ? { ...thread, head: event.message_id } : thread;
    case "compaction":
      return withSummary(thread, event);
    case "compaction_undone":
      return withoutSummary(thread, event.upto);
    case "child":
      return withChild(thread, event);
    case "answered":
      return withoutAsk(thread, event.call_id);
    case "question":
    case "approval":
      return askedIn(thread, event);
    case "delivery":
    case "client_call":
      // Notices tell people all they have to know, and the start of a call shows it.
      return thread;
    case "notice":
      return event.turn_id
        ? inTurn(thread, event, (turn) => withNotice(turn, event))
        : withAside(thread, event);
    case "error":
      return event.turn_id
        ? inTurn(thread, event, (turn) => withError(turn, event))
        : withAside(thread, { ...event, level: "error", text: event.reason });
  }
}

/** A child's question is shown at the child, even after the turn that started it has ended. */
function askedIn(thread: Thread, event: Extract<NightjarEvent, { type: "question" | "approval" }>): Thread {
  const ask = askOf(event);
  const name = ask.kind === "approval" ? ask.tool : "ask_user";
  const { call_id } = event;
  return (
    withAsk(thread, event, ask) ?? inTurn(thread, event, (turn) => parkForAsk(turn, { call_id, name }, ask))
  );
}

/** A crash may have lost the start of a turn that goes on: what follows is shown all the same. */
function inTurn(
  thread: Thread,
  { turn_id, ts }: Pick<NightjarEvent, "turn_id" | "ts">,
  change: (turn: LiveTurn) => LiveTurn,
): Thread {
  const known = thread.turns.find((turn) => turn.id === turn_id);
  if (turn_id === null || (!known && hasEnded(thread, turn_id))) return thread;
  return withTurn(thread, change(known ?? emptyTurn(turn_id, ts)));
}

/** A late event of a turn whose answer is stored does not start it again. */
function hasEnded(thread: Thread, turn_id: string): boolean {
  return [...thread.entries.values()].some(
    ({ watched }) => watched?.turn_id === turn_id && watched.end !== undefined,
  );
}

function withTurn(thread: Thread, turn: LiveTurn): Thread {
  const at = thread.turns.findIndex((other) => other.id === turn.id);
  return { ...thread, turns: at < 0 ? [...thread.turns, turn] : thread.turns.with(at, turn) };
}

function during(turn: LiveTurn, event: TurnEvent): LiveTurn {
  switch (event.type) {
    case "state":
      // A wait has no step of its own: what follows belongs to the step that it interrupted.
      return { ...turn, state: event.state, before: event.before, step: event.step || turn.step };
    case "text":
    case "reasoning":
      return withDelta({ ...turn, state: "thinking" }, event.type, event.delta);
    case "reset":
      return restartFromStep(turn, event.from_step);
    case "tool_start":
      return toolStarted(turn, event);
    case "tool_progress":
      return toolProgressed(turn, event);
    case "tool_result":
      return toolSettled(turn, event);
    case "citation":
      return withCitation(turn, event);
    case "recall":
      return { ...turn, recalled: event.items };
  }
}

function messageStored(thread: Thread, message: Message, turn_id: string | null): Thread {
  const live = thread.turns.find((turn) => turn.id === turn_id);
  if (!live) return withMessage(thread, message, null);
  // Absorbed by the running turn: its answer follows this message too.
  if (message.role !== "assistant")
    return withTurn(withMessage(thread, message, null), { ...live, trigger: message.id });
  return withTurn(withMessage(thread, message, watchedOf(live)), { ...live, answer: message.id });
}

function watchedOf(live: LiveTurn): WatchedAnswer {
  return { turn_id: live.id, model: live.model, recalled: live.recalled, segments: live.segments };
}

function turnStarted(thread: Thread, event: Extract<NightjarEvent, { type: "turn_start" }>): Thread {
  const known = thread.turns.find((turn) => turn.id === event.turn_id) ?? null;
  const turn = startTurn(event, known);
  return { ...withTurn(thread, turn), head: headForTurn(thread, turn.trigger) };
}

/** A regenerated answer replaces the earlier one: the branch ends at the message that it answers. */
function headForTurn(thread: Thread, trigger: string): string | null {
  const branch = activeBranch(thread);
  const at = branch.findIndex((entry) => entry.message.id === trigger);
  const isAnswered = branch[at + 1]?.message.role === "assistant";
  return at >= 0 && isAnswered ? trigger : thread.head;
}

function turnEnded(thread: Thread, event: Extract<NightjarEvent, { type: "turn_end" }>): Thread {
  if (event.status === "parked") return inTurn(thread, event, (turn) => ({ ...turn, state: "parked" }));
  const live = thread.turns.find((turn) => turn.id === event.turn_id);
  const turns = thread.turns.filter((turn) => turn !== live);
  if (!live || thread.entries.has(event.message_id)) return { ...withEnd(thread, event), turns };
  const told = withMessage(thread, answerOf(live, event), watchedOf(live));
  return { ...withEnd(told, event), turns };
}

function withEnd(thread: Thread, event: Extract<NightjarEvent, { type: "turn_end" }>): Thread {
  const entry = thread.entries.get(event.message_id);
  if (!entry?.watched) return thread;
  const { status, usage, cost_usd, steps, duration_ms } = event;
  const watched = { ...entry.watched, end: { status, usage, cost_usd, steps, duration_ms } };
  return { ...thread, entries: new Map(thread.entries).set(event.message_id, { ...entry, watched }) };
}

/** For a turn whose stored message did not arrive: the streamed parts are all there is. */
function answerOf(live: LiveTurn, end: Extract<NightjarEvent, { type: "turn_end" }>): Message {
  const parts = live.segments.flatMap((segment) =>
    segment.kind === "text" || segment.kind === "reasoning"
      ? [{ type: segment.kind, text: segment.text }]
      : [],
  );
  const status = end.status === "completed" ? "complete" : end.status === "halted" ? "halted" : "failed";
  return {
    id: end.message_id,
    parent_id: live.trigger as Message["id"],
    role: "assistant",
    agent: live.agent,
    parts,
    status,
    created_at: end.ts,
    usage: end.usage,
  };
}

function withAside(
  thread: Thread,
  event: { seq: number; level: "info" | "warning" | "error"; text: string },
): Thread {
  const { level, text } = event;
  return {
    ...thread,
    asides: [...thread.asides, { key: `notice:${event.seq}`, after: thread.head, level, text }],
  };
}
