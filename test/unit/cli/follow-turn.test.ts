import { describe, expect, it } from "vitest";
import { followTurn } from "../../../src/cli/connection/follow-turn.mjs";
import type { EventBody, NightjarEvent } from "../../../src/domain/events.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { eventsOfTurn, question, turnEnd, turnStart } from "./events.ts";

async function follow(events: NightjarEvent[], options: { turn_id?: string | null; answers?: boolean } = {}) {
  const shown: string[] = [];
  const asked: string[] = [];
  async function* stream() {
    yield* events;
  }
  const outcome = await followTurn(stream(), {
    receipt: {
      message_id: "msg_mine",
      turn_id: options.turn_id === undefined ? "trn_mine" : options.turn_id,
    },
    show: (event) => shown.push(event.type),
    ask: async ({ call_id }) => {
      asked.push(call_id);
      return options.answers ?? false;
    },
  });
  return { ...outcome, status: outcome.end?.status, shown, asked };
}

describe("following a turn", () => {
  it("shows its events only, and ends with it", async () => {
    const events = eventsOfTurn([
      { type: "text", delta: "other", turn_id: "trn_other" },
      turnStart("msg_mine"),
      { type: "text", delta: "hel" },
      { ...turnEnd("completed"), turn_id: "trn_other" },
      { type: "text", delta: "lo" },
      turnEnd("completed"),
      { type: "text", delta: "later" },
    ]);
    const outcome = await follow(events);
    expect(outcome).toMatchObject({ reply: "hello", agent: "nightjar", status: "completed" });
    expect(outcome.shown).toEqual(["turn_start", "text", "text", "turn_end"]);
  });

  it("knows its turn by the message that triggered it", async () => {
    const events = eventsOfTurn([
      { ...turnStart("msg_other"), turn_id: "trn_other" },
      turnStart("msg_mine"),
      { type: "text", delta: "yes" },
      turnEnd("completed"),
    ]);
    expect(await follow(events, { turn_id: null })).toMatchObject({ reply: "yes", status: "completed" });
  });

  it("goes on with the turn that has taken its message in", async () => {
    const events = eventsOfTurn([
      { type: "absorbed", into: trustId<"trn">("trn_other") },
      { type: "text", delta: "for both", turn_id: "trn_other" },
      { ...turnEnd("completed"), turn_id: "trn_other" },
    ]);
    expect(await follow(events)).toMatchObject({ reply: "for both", status: "completed" });
  });

  it("asks for everything that one reply waits for, but not for what was answered elsewhere", async () => {
    const approval = (id: string): EventBody => {
      const call_id = trustId<"call">(id);
      return { type: "approval", call_id, tool: "pay", input: {}, reason: "It asks first." };
    };
    const answered = { call_id: trustId<"call">("call_3"), name: "pay", result: "", is_error: false };
    const outcome = await follow(
      eventsOfTurn([
        question,
        approval("call_2"),
        approval("call_3"),
        { type: "tool_result", ...answered },
        { type: "state", state: "parked", step: 0, tools: [] },
        { type: "text", delta: "Thanks." },
        turnEnd("completed"),
      ]),
      { answers: true },
    );
    expect(outcome).toMatchObject({ asked: ["call_1", "call_2"], reply: "Thanks.", status: "completed" });
  });

  it("takes back what a reset makes void, and keeps the steps before it", async () => {
    const events = eventsOfTurn([
      { type: "state", state: "thinking", step: 1, tools: [] },
      { type: "text", delta: "Looking. " },
      { type: "state", state: "thinking", step: 2, tools: [] },
      { type: "text", delta: "half an ans" },
      { type: "reset", from_step: 2 },
      { type: "text", delta: "The answer." },
      turnEnd("completed"),
    ]);
    expect((await follow(events)).reply).toBe("Looking. The answer.");
  });

  it("goes on after a question that was answered", async () => {
    const events = eventsOfTurn([
      question,
      { type: "state", state: "parked", step: 1, tools: [] },
      { type: "text", delta: "Blue it is." },
      turnEnd("completed"),
    ]);
    expect(await follow(events, { answers: true })).toMatchObject({
      reply: "Blue it is.",
      status: "completed",
    });
  });

  it("stops at a question that nobody is there to answer", async () => {
    const outcome = await follow(eventsOfTurn([question, turnEnd("parked"), turnEnd("completed")]));
    expect(outcome.waitsFor).toMatchObject({ type: "question", question: "Which?" });
    expect(outcome.end).toBeUndefined();
  });
});
