import type { EventBody, NightjarEvent } from "../../../src/domain/events.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";

/** Events of the turn trn_mine unless said otherwise, numbered from 1. */
export function eventsOfTurn(bodies: (EventBody & { turn_id?: string })[]): NightjarEvent[] {
  return bodies.map(({ turn_id = "trn_mine", ...body }, index) => ({
    ...(body as EventBody),
    seq: index + 1,
    ts: "2026-11-21T22:00:00.000Z",
    turn_id: trustId<"trn">(turn_id),
  }));
}

export const turnStart = (trigger: string): EventBody => ({
  type: "turn_start",
  agent: "nightjar",
  model: "openai/test",
  mode: "normal",
  trigger_message_id: trustId<"msg">(trigger),
});

export const turnEnd = (status: "completed" | "halted" | "failed" | "parked"): EventBody => ({
  type: "turn_end",
  status,
  message_id: trustId<"msg">("msg_answer"),
  usage: NO_USAGE,
  cost_usd: null,
  steps: 1,
  duration_ms: 1200,
});

export const question: EventBody = {
  type: "question",
  call_id: trustId<"call">("call_1"),
  question: "Which?",
  options: ["red", "blue"],
};
