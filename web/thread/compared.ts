/** All answers to one message, on whatever branch they stand. */
import type { Message } from "../../src/channels/web/wire.ts";
import type { AnswerItem } from "./exchanges.ts";
import { segmentsOfEntry } from "./stored-answer.ts";
import type { Entry, LiveTurn, Thread } from "./thread.ts";

/** Answers in the order in which they were asked for. `further`: stored ones that the thread has not loaded. */
export function answersTo(thread: Thread, trigger: string, further: readonly Message[] = []): AnswerItem[] {
  const others = further.filter(({ id }) => !thread.entries.has(id)).map(entryOf);
  const stored = [...thread.entries.values(), ...others]
    .filter(({ message }) => message.role === "assistant" && message.parent_id === trigger)
    .sort((a, b) => (a.message.id < b.message.id ? -1 : 1))
    .map((entry) => storedItem(entry, thread));
  const live = thread.turns.filter((turn) => turn.answer === null && turn.trigger === trigger);
  return [...stored, ...live.map(liveItem)];
}

/** Answers to the same message that the thread knows of and has not loaded. */
export function missingAnswers(thread: Thread, trigger: string): string[] {
  const known = answersTo(thread, trigger).flatMap(({ entry }) => entry?.siblings ?? []);
  return [...new Set(known)].filter((id) => !thread.entries.has(id));
}

function storedItem(entry: Entry, { turns }: Thread): AnswerItem {
  const { message, watched } = entry;
  return {
    kind: "answer",
    key: watched?.turn_id ?? message.id,
    segments: segmentsOfEntry(entry),
    agent: message.agent ?? "",
    live: turns.find(({ answer }) => answer === message.id) ?? null,
    entry,
  };
}

function liveItem(live: LiveTurn): AnswerItem {
  return { kind: "answer", key: live.id, segments: live.segments, agent: live.agent, live, entry: null };
}

function entryOf(message: Message): Entry {
  return { message, siblings: [message.id], follows: null, watched: null };
}
