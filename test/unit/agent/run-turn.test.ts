import { describe, expect, it } from "vitest";
import type { ModelEvent, ModelMessage } from "../../../src/agent/ports/model.ts";
import {
  call,
  calls,
  fails,
  finish,
  journaled,
  kinds,
  play,
  results,
  type StageOptions,
  says,
  settled,
  text,
  textIn,
  tool,
  USAGE,
} from "./stage.ts";

describe("an answer", () => {
  it("is what the model says, event by event", async () => {
    const played = await play({ model: [[text("Good "), text("night."), finish()]] });
    expect(played.events).toEqual([
      { type: "state", state: "thinking", step: 1, tools: [] },
      { type: "text", delta: "Good " },
      { type: "text", delta: "night." },
    ]);
    expect(played.outcome).toEqual({ status: "completed", parts: [{ type: "text", text: "Good night." }] });
  });

  it("needs no journal when it calls nothing: its end is its record", async () => {
    expect((await play({ model: [says("Hi.")] })).journal).toEqual([]);
  });

  it("keeps thinking apart, with its signature and the model that thought", async () => {
    const thought = [
      { type: "reasoning", delta: "hm" } as const,
      { type: "reasoning_end", signature: "s" } as const,
    ];
    const { outcome } = await play({ model: [[...thought, ...says("Yes.")]] });
    expect(outcome.parts).toEqual([
      { type: "reasoning", text: "hm", signature: "s", model: "acme/one" },
      { type: "text", text: "Yes." },
    ]);
  });

  it("that is empty is a failure that says what to do", async () => {
    const { outcome } = await play({ model: [[finish()]] });
    expect(outcome).toMatchObject({ status: "failed", error: "api_fail", retryable: true });
  });

  it("that was refused or filtered keeps what was said, tells the two apart and says what to do", async () => {
    const refused = (await play({ model: [[text("I will not."), finish("refusal")]] })).outcome;
    const filtered = (await play({ model: [[text("Mix the"), finish("content_filter")]] })).outcome;
    expect(refused).toMatchObject({ status: "failed", retryable: false });
    expect(refused.parts).toMatchObject([
      { type: "text", text: "I will not." },
      { type: "error", reason: expect.stringMatching(/model refused.*another model/), retryable: false },
    ]);
    expect(filtered.parts.at(-1)).toMatchObject({ reason: expect.stringMatching(/filter.*another model/) });
    expect((await play({ model: [[finish("refusal")]] })).outcome).toMatchObject({ retryable: false });
  });

  it("that was held back says what the provider says of why, on one line and not at length", async () => {
    const why = `It could\nenable harm. ${"x".repeat(1_000)}`;
    const { outcome } = await play({ model: [[{ ...finish("content_filter"), why } as ModelEvent]] });
    const [{ reason = "" } = {}] = outcome.parts.flatMap((part) => (part.type === "error" ? [part] : []));
    expect(reason).toMatch(/^A content filter .*It says: “It could enable harm\. x+” Edit the message/);
    expect(reason.length).toBeLessThan(500);
  });

  it("that was all thinking says that it was", async () => {
    const line: ModelEvent[] = [{ type: "reasoning", delta: "hm" }, finish("length")];
    const { outcome } = await play({ model: [line, line] });
    expect(outcome).toMatchObject({ status: "halted", reason: expect.stringContaining("thinking") });
  });

  it("that is empty after tools is a failure too, and what the tools did stays in it", async () => {
    const played = await play({
      model: [calls(call("a", "look")), [finish()]],
      tools: [tool("look", "read")],
    });
    expect(played.outcome.status).toBe("failed");
    expect(results(played)).toEqual(["look x"]);
  });

  it("may be empty at the end when something was said on the way", async () => {
    const played = await play({
      model: [[text("Looking."), ...calls(call("a", "look"))], [finish()]],
      tools: [tool("look", "read")],
    });
    expect(played.outcome.status).toBe("completed");
  });

  it("may be silent when the agent means it", async () => {
    const { outcome, events } = await play({ model: [says("[SILENT]")] });
    expect(outcome).toEqual({ status: "completed", parts: [] });
    expect(kinds(events)).toEqual(["state"]);
  });

  it("that reached its maximum length is halted, and tells how to go on", async () => {
    const { outcome } = await play({ model: [[text("Once upon"), finish("length")]] });
    expect(outcome).toMatchObject({ status: "halted", parts: [{ type: "text", text: "Once upon" }] });
    expect(outcome).toHaveProperty("reason", expect.stringContaining("go on"));
  });
});

describe("a model call that fails", () => {
  it("ends the turn with the reason, and keeps what was said before it", async () => {
    const { outcome } = await play({ model: [[text("Half a "), fails("cut")]] });
    expect(outcome).toMatchObject({
      status: "failed",
      retryable: true,
      parts: [
        { type: "text", text: "Half a " },
        { type: "error", error: "api_fail", reason: "It failed: cut." },
      ],
      spent: { model: "acme/one", usage: USAGE, cost_usd: 0.01 },
    });
  });

  it("keeps what is shown: text that a restart took back is gone", async () => {
    const lines = [
      text("A long first try"),
      { type: "restart", model: "acme/two" } as const,
      text("Short"),
      fails("cut"),
    ];
    const played = await play({ model: [lines] });
    expect(textIn(played)).toBe("Short");
    expect(kinds(played.events)).toEqual(["state", "text", "reset", "text"]);
  });

  it("drops calls whose reply was never finished: nothing of it runs", async () => {
    let runs = 0;
    const look = tool("look", "read", () => {
      runs += 1;
      return { ok: false, error: "" };
    });
    const played = await play({ model: [[call("a", "look"), fails("cut")]], tools: [look] });
    expect(runs).toBe(0);
    expect(kinds(played.outcome.parts as never)).toEqual(["error"]);
  });
});

describe("a budget that is used up", () => {
  it("stops the turn before the model is asked", async () => {
    const played = await play({ model: [], budget: () => "Today's budget is used up." });
    expect(played.outcome).toMatchObject({ status: "failed", error: "budget_exceeded", retryable: false });
  });

  it("stops it between two steps, with what was done until then", async () => {
    let asked = 0;
    const budget = () => (asked++ === 0 ? undefined : "Used up.");
    const played = await play({ model: [calls(call("a", "look"))], tools: [tool("look", "read")], budget });
    expect(played.outcome).toMatchObject({ status: "failed", error: "budget_exceeded" });
    expect(results(played)).toEqual(["look x"]);
  });
});

describe("a turn that gets nowhere", () => {
  const look = tool("look", "read");

  it("is halted when it makes the same call for the third time", async () => {
    const same = (id: string) => calls(call(id, "look"));
    const model = [same("a"), same("b"), same("c"), says("There is nothing to see.")];
    const played = await play({ model, tools: [look] });
    expect(played.outcome).toMatchObject({
      status: "halted",
      reason: expect.stringContaining("three times"),
    });
    expect(results(played)).toHaveLength(3);
    expect(results(played).at(-1)).toContain("three times");
    expect(textIn(played)).toBe("There is nothing to see.");
  });

  it("counts calls that were made before an interruption", async () => {
    const lookedAt = (step: number, id: string) =>
      journaled(step, [{ id, name: "look" }], [settled(id, "look", "look x")]);
    const played = await play({
      steps: [lookedAt(1, "a"), lookedAt(2, "b")],
      model: [calls(call("c", "look")), says("That is all.")],
      tools: [look],
    });
    expect(played.outcome.status).toBe("halted");
  });

  it("may look again after it changed something", async () => {
    const played = await play({
      model: [
        calls(call("a", "look")),
        calls(call("b", "look")),
        calls(call("c", "write")),
        calls(call("d", "look")),
        says("Done."),
      ],
      tools: [look, tool("write", "idempotent")],
    });
    expect(played.outcome.status).toBe("completed");
  });

  describe("and has used up its steps", () => {
    const looks = [1, 2].map((n) => calls(call(`c${n}`, "look", { what: `thing ${n}` })));
    const ends = (last: ModelEvent[], more: Partial<StageOptions> = {}) =>
      play({ model: [...looks, last], tools: [look], max_steps: 2, ...more });

    it("is halted once its model has said what it has", async () => {
      const played = await ends(says("I saw two things."));
      expect(played.outcome).toMatchObject({ status: "halted", reason: expect.stringContaining("2 steps") });
      expect(results(played)).toEqual(["look thing 1", "look thing 2"]);
      expect(textIn(played)).toBe("I saw two things.");
    });

    it("asks for words alone, after all that was asked before", async () => {
      const { requests } = await ends(says("I saw two things."));
      const [, before, last] = requests;
      const sent = JSON.stringify(before?.messages).slice(0, -1);
      expect(JSON.stringify(last?.messages).startsWith(sent)).toBe(true);
      expect(last).toMatchObject({ tools: before?.tools, tool_choice: "none" });
      expect(JSON.stringify(last?.messages.at(-1))).toContain("no more tool calls");
    });

    it("makes no call that comes all the same", async () => {
      const played = await ends([text("Let me"), ...calls(call("c3", "look"))]);
      expect(results(played)).toHaveLength(2);
      expect(textIn(played)).toBe("Let me");
      expect(played.outcome.status).toBe("halted");
    });

    it("is halted with what was there when that last call fails, and pays for it", async () => {
      const { outcome } = await ends([text("I s"), fails("overloaded")]);
      expect(outcome).toMatchObject({
        status: "halted",
        reason: expect.stringContaining("2 steps"),
        spent: { cost_usd: 0.01 },
      });
    });

    it("asks nothing when the budget is used up too", async () => {
      let left = 2;
      const budget = () => (left-- > 0 ? undefined : "Nothing is left.");
      const played = await play({ model: looks, tools: [look], max_steps: 2, budget });
      expect(played.outcome).toMatchObject({ status: "halted", reason: expect.stringContaining("go on") });
    });

    it("leaves a message that came meanwhile to a turn of its own", async () => {
      let asked = 0;
      await ends(says("Two."), {
        steer: () => {
          asked += 1;
          return [];
        },
      });
      expect(asked).toBe(2);
    });
  });
});

describe("requests", () => {
  it("of a turn extend each other byte for byte", async () => {
    const model = [1, 2].map((n) => calls(call(`c${n}`, "look", { what: `thing ${n}` })));
    const { requests } = await play({ model: [...model, says("Done.")], tools: [tool("look", "read")] });
    const sent = requests.map(({ messages }) => JSON.stringify(messages).slice(0, -1));
    expect(sent[1]?.startsWith(sent[0] ?? "?")).toBe(true);
    expect(sent[2]?.startsWith(sent[1] ?? "?")).toBe(true);
    expect(new Set(requests.map(({ system, tools }) => JSON.stringify({ system, tools }))).size).toBe(1);
  });

  it("of a resumed turn are those of the one that was not interrupted", async () => {
    const tools = [tool("look", "read")];
    const whole = await play({ model: [calls(call("a", "look")), says("Done.")], tools });
    const resumed = await play({
      steps: structuredClone(whole.steps.slice(0, 1)),
      model: [says("Done.")],
      tools,
    });
    expect(resumed.requests).toEqual([whole.requests[1]]);
    expect(resumed.outcome).toEqual(whole.outcome);
  });

  it("give each call an id of its own, also when the server numbers them anew", async () => {
    const asked: ModelMessage[] = [
      { role: "user", content: [{ type: "text", text: "Before" }] },
      { role: "assistant", content: [{ type: "tool_call", call_id: "call_1", name: "look", input: {} }] },
      {
        role: "tool",
        content: [{ type: "tool_result", call_id: "call_1", name: "look", content: "", is_error: false }],
      },
      { role: "user", content: [{ type: "text", text: "Now" }] },
    ];
    const thing = (n: number) => call(n > 2 ? "call_1" : `call_${n}`, "look", { what: `thing ${n}` });
    const { requests, outcome } = await play({
      model: [calls(thing(1), thing(2), thing(3)), calls(thing(4)), says("Done.")],
      tools: [tool("look", "read")],
      context: { messages: asked },
    });
    const ids = (requests.at(-1)?.messages ?? []).flatMap((message) =>
      message.role === "assistant"
        ? message.content.flatMap((b) => (b.type === "tool_call" ? [b.call_id] : []))
        : [],
    );
    expect(ids).toEqual(["call_1", "call_1_2", "call_2", "call_1_3", "call_1_4"]);
    const parts = outcome.parts.flatMap((part) =>
      part.type === "tool_result" ? [`${part.call_id} ${part.content}`] : [],
    );
    expect(parts).toEqual([
      "call_1_2 look thing 1",
      "call_2 look thing 2",
      "call_1_3 look thing 3",
      "call_1_4 look thing 4",
    ]);
  });
});

describe("a reply with tags", () => {
  it("runs them as calls, and ends the turn without asking the model again", async () => {
    const write = tool("memory_write", "idempotent", () => ({ ok: true, content: "kept", trust: "trusted" }));
    const tagged = {
      ...write,
      input: { json: {}, parse: (value: unknown) => ({ ok: true as const, value }) },
    };
    const { outcome, events } = await play({
      model: [says("Noted.[MEMORY:tea]likes tea[/MEMORY]")],
      tools: [tagged],
    });
    expect(outcome).toMatchObject({
      status: "completed",
      parts: [
        { type: "text", text: "Noted." },
        { type: "tool_call", name: "memory_write", input: { content: "likes tea", tags: ["tea"] } },
        { type: "tool_result", content: "kept" },
      ],
    });
    expect(events.filter((event) => event.type === "text")).toEqual([{ type: "text", delta: "Noted." }]);
  });

  const nobody = { ok: false, error: "There is no agent nobody-here.", trust: "trusted" } as const;
  const hands = "I hand it on.[DELEGATE:nobody-here]do it[/DELEGATE]";
  const delegate = {
    ...tool("delegate", "idempotent", () => nobody),
    input: { json: {}, parse: (value: unknown) => ({ ok: true as const, value }) },
  };

  it("of which one failed makes one more step: model and person hear of it", async () => {
    const model = [says(hands), says("There is nobody of that name.")];
    const { outcome, events, requests } = await play({ model, tools: [delegate] });
    expect(outcome.status).toBe("completed");
    expect(outcome.parts.at(-1)).toEqual({ type: "text", text: "There is nobody of that name." });
    expect(JSON.stringify(requests[1]?.messages)).toContain("There is no agent nobody-here.");
    expect(events).toContainEqual({
      type: "notice",
      level: "warning",
      text: "delegate did not work: There is no agent nobody-here.",
    });
  });

  it.each([
    ["passes over it", ""],
    ["tries the same again", "Again.[DELEGATE:nobody-here]do it[/DELEGATE]"],
  ])("ends with the reason where the model %s", async (_, again) => {
    const { outcome } = await play({ model: [says(hands), says(again)], tools: [delegate] });
    expect(outcome).toMatchObject({
      status: "halted",
      reason: "delegate did not work: There is no agent nobody-here.",
    });
  });
});
