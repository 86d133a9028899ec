import { describe, expect, it } from "vitest";
import type { EventBody, Part } from "../../../src/channels/web/wire.ts";
import { applyEvent } from "../../../web/thread/apply-event.ts";
import { type Exchange, exchangesOf } from "../../../web/thread/exchanges.ts";
import {
  bodyOf,
  markAccepted,
  markRefused,
  markRetried,
  matchStored,
  outgoing,
} from "../../../web/thread/outgoing.ts";
import { askOfStored, segmentsOf, segmentsOfEntry } from "../../../web/thread/stored-answer.ts";
import { applyAll, exchange, message, numbered, thinking, turnEnd, turnStart } from "./builders.ts";

const shape = (exchanges: readonly Exchange[]) =>
  exchanges.map((one) => one.items.map((item) => `${item.kind} ${item.key}`));

describe("the layout of a thread", () => {
  it("puts each answer under the words it answers", () => {
    const thread = applyAll(
      numbered([...exchange("msg_1", "msg_2"), ...exchange("msg_3", "msg_4", "msg_2")]),
    );
    expect(shape(exchangesOf(thread, []))).toEqual([
      ["person msg_1", "answer trn_1"],
      ["person msg_3", "answer trn_1"],
    ]);
  });

  it("shows what was sent before the server has it, and its answer under the same key as while it ran", () => {
    const sent = [outgoing({ client_id: "c1", text: "Hello" })];
    expect(shape(exchangesOf(applyAll([]), sent))).toEqual([["pending c1"]]);
    const events = numbered([
      { type: "message", message: message("msg_u", "user", "Hello") },
      turnStart("msg_u"),
      thinking(1),
    ]);
    const running = applyAll(events);
    const keys = new Map([["msg_u", "c1"]]);
    expect(shape(exchangesOf(running, matchStored(sent, { id: "msg_u", text: "Hello" }), keys))).toEqual([
      ["person c1", "answer trn_1"],
    ]);
    const answer = message("msg_a", "assistant", "Hi", { parent_id: "msg_u" });
    const done = applyAll(
      numbered([{ type: "message", message: answer }, turnEnd("msg_a")], "trn_1", 4),
      running,
    );
    expect(shape(exchangesOf(done, [], keys))).toEqual([["person c1", "answer trn_1"]]);
  });

  it("shows a reaction at the words that it answers, unless it failed", () => {
    const reacted = (call_id: string, emoji: string, is_error: boolean): Part[] => [
      { type: "tool_call", call_id: call_id as never, name: "react", input: { emoji } },
      {
        type: "tool_result",
        call_id: call_id as never,
        name: "react",
        content: "",
        is_error,
        trust: "trusted",
      },
    ];
    const parts: Part[] = [...reacted("c1", "🎉", false), ...reacted("c2", "👎", true)];
    const answer = message("msg_2", "assistant", "Well done", { parent_id: "msg_1" });
    const thread = applyAll(
      numbered([
        { type: "message", message: message("msg_1", "user", "It works") },
        { type: "message", message: { ...answer, parts: [...parts, ...answer.parts] } },
      ]),
    );
    expect(exchangesOf(thread, [])[0]?.items[0]).toMatchObject({ kind: "person", reactions: ["🎉"] });
  });

  it("leaves what an edit replaces as soon as it is sent", () => {
    const thread = applyAll(
      numbered([...exchange("msg_1", "msg_2"), ...exchange("msg_3", "msg_4", "msg_2")]),
    );
    const edit = [outgoing({ client_id: "c1", text: "again", parent_id: "msg_2" })];
    expect(shape(exchangesOf(thread, edit))).toEqual([["person msg_1", "answer trn_1"], ["pending c1"]]);
    expect(shape(exchangesOf(thread, markRefused(edit, "c1", "no")))).toHaveLength(3);
  });

  it("keeps what was said meanwhile behind the answer that runs, as queued, until it is answered itself", () => {
    const later = message("msg_3", "user", "and this?", { parent_id: "msg_2" });
    const running = numbered(exchange("msg_1", "msg_2").slice(0, 4));
    const queued = numbered([{ type: "message", message: later }], "trn_2", running.length + 1);
    const thread = applyAll([...running, ...queued]);
    const sent = [outgoing({ client_id: "c1", text: "and that?" })];
    const [first, ...others] = exchangesOf(thread, sent);
    expect(others).toEqual([]);
    expect(shape(first ? [first] : [])).toEqual([
      ["person msg_1", "answer trn_1", "person msg_3", "pending c1"],
    ]);
    expect(first?.items.map((item) => item.kind === "person" && item.isQueued)).toEqual([
      ...[false, false, true, false],
    ]);
    const answered = numbered(exchange("msg_1", "msg_2").slice(4), "trn_1", thread.seq + 1);
    const after = answered.reduce(applyEvent, thread);
    expect(shape(exchangesOf(after, []))).toEqual([["person msg_1", "answer trn_1"], ["person msg_3"]]);
  });

  it("keeps a message in the outbox while its place is only guessed", () => {
    const sent = matchStored([outgoing({ client_id: "c1", text: "Hello", agent: "nightjar" })], {
      id: "msg_u",
      text: "Hello",
    });
    expect(sent[0]).toMatchObject({ shown_as: "msg_u", message_id: null, status: "waiting" });
    expect(bodyOf(sent[0] ?? outgoing({ client_id: "", text: "" }))).toEqual({
      client_id: "c1",
      text: "Hello",
      agent: "nightjar",
    });
    expect(markAccepted(sent, "c1", "msg_other")[0]).toMatchObject({
      shown_as: "msg_other",
      message_id: "msg_other",
    });
  });

  it("does not take a failed message for a stored one, and sends it again on demand", () => {
    const failed = markRefused([outgoing({ client_id: "c1", text: "Hello" })], "c1", "Too long.");
    expect(matchStored(failed, { id: "msg_u", text: "Hello" })).toEqual(failed);
    expect(markRetried(failed, "c1")[0]).toMatchObject({ status: "waiting", reason: null });
  });
});

describe("a stored answer", () => {
  const parts = [
    { type: "reasoning", text: "Hm." },
    { type: "text", text: "Let me see." },
    { type: "tool_call", call_id: "call_1", name: "calculator", input: { expression: "1+1" } },
    {
      type: "tool_result",
      call_id: "call_1",
      name: "calculator",
      content: "2",
      is_error: false,
      trust: "trusted",
    },
    { type: "text", text: "It is 2." },
  ] as unknown as Part[];

  it("is made of the segments it was shown by while it ran", () => {
    expect(segmentsOf(message("msg_a", "assistant", "", { parts })).map((segment) => segment.key)).toEqual([
      "reasoning:0",
      "text:0",
      "call_1",
      "text:1",
    ]);
  });

  it("gives the same segments for the same message", () => {
    const stored = message("msg_a", "assistant", "", { parts });
    expect(segmentsOf(stored)).toBe(segmentsOf(stored));
  });

  it("offers to try again what may succeed, and not what fails until somebody does something", () => {
    const error = { type: "error" as const, error: "api_fail" as const, reason: "No." };
    const offered = (parts: Part[]) => segmentsOf(message("msg_a", "assistant", "", { parts }));
    expect(offered([error])).toMatchObject([{ retryable: true }]);
    expect(offered([{ ...error, retryable: false }])).toMatchObject([{ retryable: false }]);
  });

  it("keeps notices, restarts and timings where they were seen", () => {
    const call = { call_id: "call_1", name: "calculator" };
    const events = [
      turnStart("msg_u"),
      { type: "notice", level: "warning", text: "Another model answers." },
      thinking(1),
      { type: "reasoning", delta: "Hm." },
      { type: "text", delta: "Let me see." },
      { type: "tool_start", ...call, input: {} },
      { type: "tool_result", ...call, result: "2", is_error: false },
      { type: "notice", level: "info", text: "Nearly at the limit." },
      thinking(2),
      { type: "text", delta: "void" },
      { type: "reset", from_step: 2 },
      { type: "text", delta: "It is 2." },
      { type: "message", message: message("msg_a", "assistant", "", { parts, parent_id: "msg_u" }) },
      turnEnd("msg_a"),
    ] as EventBody[];
    const entry = applyAll(numbered(events)).entries.get("msg_a");
    const shown = entry ? segmentsOfEntry(entry) : [];
    expect(shown.map((segment) => (segment.kind === "notice" ? segment.text : segment.kind))).toEqual([
      "Another model answers.",
      "reasoning",
      "text",
      "tool",
      "Nearly at the limit.",
      "restart",
      "text",
    ]);
    expect(shown[3]).toMatchObject({
      started_at: "2026-11-21T20:00:06.000Z",
      ended_at: "2026-11-21T20:00:07.000Z",
    });
  });

  it("shows a question that nobody on this page saw being asked", () => {
    const [tool] = segmentsOf(
      message("msg_a", "assistant", "", {
        parts: [
          {
            type: "tool_call",
            call_id: "call_1",
            name: "ask_user",
            input: { question: "Tea?", options: ["Yes", 3] },
          },
        ] as unknown as Part[],
      }),
    );
    expect(tool?.kind === "tool" && askOfStored(tool)).toEqual({
      kind: "question",
      question: "Tea?",
      options: ["Yes"],
    });
  });
});
