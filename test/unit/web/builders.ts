/** Events and messages as a server would send them. */
import type { EventBody, Message, NightjarEvent, Part } from "../../../src/channels/web/wire.ts";
import { applyEvent } from "../../../web/thread/apply-event.ts";
import { emptyThread, type Thread } from "../../../web/thread/thread.ts";

const TURN = "trn_1";

type Loose<T> = T extends unknown
  ? { [K in keyof T]: T[K] extends string | null ? string | null : T[K] }
  : never;

export function message(
  id: string,
  role: Message["role"],
  text: string,
  over: Partial<Loose<Message>> = {},
): Message {
  const parts: Part[] = text === "" ? [] : [{ type: "text", text }];
  const created_at = "2026-11-21T20:00:00.000Z";
  return { id, parent_id: null, role, parts, status: "complete", created_at, ...over } as Message;
}

/** Numbers events from 1 on, a second apart. */
export function numbered(
  bodies: readonly (Loose<EventBody> | EventBody)[],
  turn_id: string | null = TURN,
  from = 1,
): NightjarEvent[] {
  return bodies.map((body, index) => {
    const seq = from + index;
    return {
      ...body,
      seq,
      ts: new Date(Date.UTC(2026, 10, 21, 20, 0, seq)).toISOString(),
      turn_id,
    } as NightjarEvent;
  });
}

export function applyAll(events: readonly NightjarEvent[], thread: Thread = emptyThread()): Thread {
  return events.reduce(applyEvent, thread);
}

const USAGE = { input_tokens: 10, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 };

export function turnStart(trigger: string, over: Record<string, unknown> = {}): EventBody {
  return {
    type: "turn_start",
    agent: "nightjar",
    model: "offline/nightjar",
    mode: "normal",
    trigger_message_id: trigger,
    ...over,
  } as EventBody;
}

export function turnEnd(message_id: string, over: Record<string, unknown> = {}): EventBody {
  const end = {
    type: "turn_end",
    status: "completed",
    message_id,
    usage: USAGE,
    cost_usd: 0.001,
    steps: 1,
    duration_ms: 1500,
  };
  return { ...end, ...over } as EventBody;
}

export function thinking(step: number): EventBody {
  return { type: "state", state: "thinking", step, tools: [] };
}

/** A question and its whole answer. */
export function exchange(user: string, answer: string, parent: string | null = null): EventBody[] {
  return [
    { type: "message", message: message(user, "user", `said ${user}`, { parent_id: parent }) },
    turnStart(user),
    thinking(1),
    { type: "text", delta: `answer ` },
    { type: "text", delta: answer },
    {
      type: "message",
      message: message(answer, "assistant", `answer ${answer}`, { parent_id: user, agent: "nightjar" }),
    },
    turnEnd(answer),
  ];
}
