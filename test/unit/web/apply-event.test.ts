import { describe, expect, it } from "vitest";
import type { EventBody } from "../../../src/channels/web/wire.ts";
import { activeBranch } from "../../../web/thread/branches.ts";
import { currentTurn, type Segment, type Thread } from "../../../web/thread/thread.ts";
import { applyAll, exchange, message, numbered, thinking, turnEnd, turnStart } from "./builders.ts";

const said: EventBody = { type: "message", message: message("msg_u", "user", "Hello") };
const opening = [said, turnStart("msg_u"), thinking(1)];

function texts(thread: Thread): string[] {
  return (currentTurn(thread)?.segments ?? []).map((segment: Segment) =>
    segment.kind === "text" || segment.kind === "reasoning"
      ? `${segment.kind}: ${segment.text}`
      : segment.kind,
  );
}

describe("a thread that follows events", () => {
  it("joins the deltas of a step into one text", () => {
    const thread = applyAll(
      numbered([...opening, { type: "text", delta: "Good " }, { type: "text", delta: "evening" }]),
    );
    expect(texts(thread)).toEqual(["text: Good evening"]);
    expect(thread.seq).toBe(5);
  });

  it("knows how many begin before a turn that waits, until it begins", () => {
    const waits: EventBody = { type: "state", state: "waiting", step: 0, tools: [], before: 3 };
    expect(currentTurn(applyAll(numbered([said, waits])))).toMatchObject({ state: "waiting", before: 3 });
    const begun = applyAll(numbered([said, waits, turnStart("msg_u"), thinking(1)]));
    expect(currentTurn(begun)).toMatchObject({ state: "thinking", step: 1, before: undefined });
  });

  it("does not take the same event twice", () => {
    const events = numbered([...opening, { type: "text", delta: "once" }]);
    expect(applyAll([...events, ...events, ...events.slice(2)])).toEqual(applyAll(events));
  });

  it("comes to the same view from any replay that overlaps what it has seen", () => {
    const events = numbered([...exchange("msg_1", "msg_2"), ...exchange("msg_3", "msg_4", "msg_2")]);
    const whole = applyAll(events);
    for (let cut = 1; cut < events.length; cut++) {
      const before = applyAll(events.slice(0, cut));
      expect(applyAll(events.slice(Math.max(0, cut - 3)), before)).toEqual(whole);
    }
  });

  it("keeps reasoning, text and tools in the order in which they came", () => {
    const call = { call_id: "call_1", name: "calculator" };
    const thread = applyAll(
      numbered([
        ...opening,
        { type: "reasoning", delta: "Hm." },
        { type: "text", delta: "Let me see." },
        { type: "tool_start", ...call, input: { expression: "17 * 23" } },
        { type: "tool_result", ...call, result: "391", is_error: false },
        thinking(2),
        { type: "text", delta: "It is 391." },
      ]),
    );
    expect(texts(thread)).toEqual(["reasoning: Hm.", "text: Let me see.", "tool", "text: It is 391."]);
  });

  it("shows a tool's progress and result on the call they belong to", () => {
    const thread = applyAll(
      numbered([
        ...opening,
        { type: "tool_start", call_id: "call_1", name: "web_search", input: { query: "a" } },
        { type: "tool_start", call_id: "call_2", name: "web_search", input: { query: "b" } },
        { type: "tool_progress", call_id: "call_2", name: "web_search", data: "found" },
        { type: "tool_result", call_id: "call_1", name: "web_search", result: "broken", is_error: true },
      ]),
    );
    expect(currentTurn(thread)?.segments).toMatchObject([
      { key: "call_1", input: { query: "a" }, progress: [], result: { content: "broken", is_error: true } },
      { key: "call_2", input: { query: "b" }, progress: ["found"], result: null },
    ]);
  });

  it("takes back the text of a step that begins again, and says so", () => {
    const thread = applyAll(
      numbered([
        ...opening,
        { type: "text", delta: "kept" },
        { type: "tool_start", call_id: "call_1", name: "think", input: {} },
        thinking(2),
        { type: "reasoning", delta: "void" },
        { type: "text", delta: "void as well" },
        { type: "reset", from_step: 2 },
        { type: "text", delta: "new" },
      ]),
    );
    expect(texts(thread)).toEqual(["text: kept", "tool", "restart", "text: new"]);
  });

  it("says only once that a step begins again, however often it does", () => {
    const again: EventBody[] = [
      { type: "text", delta: "void" },
      { type: "reset", from_step: 1 },
    ];
    const thread = applyAll(numbered([...opening, ...again, ...again, { type: "text", delta: "new" }]));
    expect(texts(thread)).toEqual(["restart", "text: new"]);
  });

  it("puts the stored answer in the place of the turn, with what only those who watched could see", () => {
    const recall: EventBody = {
      type: "recall",
      items: [{ id: "mem_1", text: "likes tea", source: "msg_0" }],
    };
    const answer = message("msg_a", "assistant", "Good evening", { parent_id: "msg_u" });
    const thread = applyAll(
      numbered([
        ...opening,
        recall,
        { type: "text", delta: "Good" },
        { type: "message", message: answer },
        turnEnd("msg_a"),
      ]),
    );
    expect(thread.turns).toEqual([]);
    expect(activeBranch(thread).map((entry) => entry.message.id)).toEqual(["msg_u", "msg_a"]);
    expect(thread.entries.get("msg_a")?.watched).toMatchObject({
      turn_id: "trn_1",
      model: "offline/nightjar",
      recalled: [{ text: "likes tea" }],
      end: { duration_ms: 1500, steps: 1, status: "completed" },
    });
  });

  it("keeps what was seen of a turn whose answer did not come along", () => {
    const thread = applyAll(
      numbered([...opening, { type: "text", delta: "so far" }, turnEnd("msg_a", { status: "halted" })]),
    );
    expect(activeBranch(thread).at(-1)?.message).toMatchObject({
      id: "msg_a",
      parent_id: "msg_u",
      status: "halted",
      parts: [{ type: "text", text: "so far" }],
    });
  });

  it("waits, with its question open, until the answer comes", () => {
    const asked = numbered([
      ...opening,
      { type: "tool_start", call_id: "call_1", name: "ask_user", input: {} },
      { type: "question", call_id: "call_1", question: "Tea?", options: ["Yes", "No"] },
      { type: "state", state: "parked", step: 0, tools: [] },
    ]);
    const parked = applyAll(asked);
    expect(currentTurn(parked)).toMatchObject({ state: "parked", step: 1 });
    expect(currentTurn(parked)?.segments).toMatchObject([
      { ask: { kind: "question", question: "Tea?", options: ["Yes", "No"] } },
    ]);
    const result: EventBody = {
      type: "tool_result",
      call_id: "call_1" as never,
      name: "ask_user",
      result: "Yes",
      is_error: false,
    };
    const answered = applyAll(
      numbered([result, thinking(2), { type: "text", delta: "Fine." }], "trn_1", 7),
      parked,
    );
    expect(currentTurn(answered)?.segments).toMatchObject([
      { result: { content: "Yes" } },
      { kind: "text", text: "Fine." },
    ]);
    expect(currentTurn(answered)?.state).toBe("thinking");
  });

  it("goes on with a turn whose beginning a crash has taken", () => {
    const thread = applyAll(
      numbered([said, { type: "reset", from_step: 1 }, thinking(1), { type: "text", delta: "again" }]),
    );
    expect(texts(thread)).toEqual(["restart", "text: again"]);
  });

  it("keeps a parked turn beside one that runs", () => {
    const parked = applyAll(
      numbered([
        ...opening,
        { type: "approval", call_id: "call_1", tool: "message", input: {}, reason: "It would send." },
      ]),
    );
    const other = message("msg_v", "user", "Meanwhile?", { parent_id: "msg_later" });
    const thread = applyAll(
      numbered(
        [{ type: "message", message: other }, turnStart("msg_v"), { type: "text", delta: "Here." }],
        "trn_2",
        5,
      ),
      parked,
    );
    expect(thread.turns.map((turn) => [turn.id, turn.state])).toEqual([
      ["trn_1", "parked"],
      ["trn_2", "thinking"],
    ]);
    expect(currentTurn(thread)?.id).toBe("trn_2");
  });

  it("does not begin a turn again for what comes after its end", () => {
    const ended = numbered([...exchange("msg_1", "msg_2"), { type: "text", delta: "late" }]);
    expect(applyAll(ended).turns).toEqual([]);
  });

  it("ends the branch where it is told to, if it knows that message", () => {
    const thread = applyAll(numbered(exchange("msg_1", "msg_2")));
    const [known, unknown] = ["msg_1", "msg_9"].map((message_id) =>
      applyAll(numbered([{ type: "head", message_id }], null, 8), thread),
    );
    expect(known?.head).toBe("msg_1");
    expect(unknown?.head).toBe("msg_2");
  });

  it("takes titles, and tells notices between turns after the message they follow", () => {
    const thread = applyAll([
      ...numbered([said]),
      ...numbered(
        [
          { type: "title", title: "Greetings" },
          { type: "notice", level: "info", text: "Compacted." },
        ],
        null,
        2,
      ),
    ]);
    expect(thread.title).toBe("Greetings");
    expect(thread.asides).toEqual([{ key: "notice:3", after: "msg_u", level: "info", text: "Compacted." }]);
  });
});

describe("a message that the running turn takes in", () => {
  const second = message("msg_v", "user", "And this", { parent_id: "msg_a" });
  const running = [...numbered(opening), ...numbered([{ type: "message", message: second }], "trn_2", 4)];
  const taken = [
    ...numbered([{ type: "absorbed", into: "trn_1" }], "trn_2", 5),
    ...numbered(
      [{ type: "message", message: { ...second, parent_id: "msg_u" } as typeof second }],
      "trn_1",
      6,
    ),
  ];

  it("stands before the answer that is being made, and has no turn of its own", () => {
    const thread = applyAll([...running, ...taken]);
    expect(thread.turns.map(({ id, trigger }) => [id, trigger])).toEqual([["trn_1", "msg_v"]]);
    expect(activeBranch(thread).map((entry) => entry.message.id)).toEqual(["msg_u", "msg_v"]);
  });

  it("stands there as well once the answer is stored", () => {
    const answer = message("msg_a", "assistant", "Both.", { parent_id: "msg_v" });
    const end = numbered([{ type: "message", message: answer }, turnEnd("msg_a")], "trn_1", 7);
    const thread = applyAll([...running, ...taken, ...end]);
    expect(thread.turns).toEqual([]);
    expect(activeBranch(thread).map((entry) => entry.message.id)).toEqual(["msg_u", "msg_v", "msg_a"]);
  });
});
