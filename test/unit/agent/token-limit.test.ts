import { describe, expect, it } from "vitest";
import { Seam, Sentences } from "../../../src/agent/loop/text-stages.ts";
import type { AtTokenLimit } from "../../../src/domain/agent.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { call, finish, play, type StageOptions, says, text, tool } from "./stage.ts";

const look = tool("look", "read");

function played(at_token_limit: AtTokenLimit, options: StageOptions) {
  const limits = { max_steps: 50, max_output_tokens: 1_000, at_token_limit };
  return play({ ...options, turn: { limits, ...options.turn } });
}

/** What somebody has read who saw each piece as it came. */
function read(events: readonly EventBody[]): string {
  return events.flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("");
}

describe("an answer that reaches its token limit, of an agent that goes on", () => {
  const cut = [text("Once upon a time there was a nigh"), finish("length")];

  it("is gone on with by another call, and is one text", async () => {
    const model = [cut, [text("night"), text("jar. The end."), finish("stop")]];
    const { outcome, events } = await played("continue", { model });
    const whole = "Once upon a time there was a nightjar. The end.";
    expect(outcome).toEqual({ status: "completed", parts: [{ type: "text", text: whole }] });
    expect(read(events)).toBe(whole);
    expect(events.map(({ type }) => type)).not.toContain("reset");
  });

  it("tells the model how far it came, in a request that extends the one before", async () => {
    const { requests } = await played("continue", { model: [cut, says("nightjar.")] });
    const [first, second] = requests.map(({ messages }) => messages);
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(second?.slice(first?.length)).toEqual([
      { role: "assistant", content: [{ type: "text", text: "Once upon a time there was a nigh" }] },
      { role: "user", content: [{ type: "text", text: expect.stringContaining('it ends with "nigh"') }] },
    ]);
  });

  it("is in the journal before it goes on, and a resumed turn goes on there, whatever the agent says by then", async () => {
    const before = await played("continue", { model: [cut, says("nightjar.")] });
    const [entry] = before.journal;
    if (!entry || !("reply" in entry)) throw new Error("nothing was recorded");
    expect(entry.reply).toMatchObject({ finish: "length", cut: "goes_on" });
    const steps = [{ reply: entry.reply, calls: [] }];
    const after = await played("halt", { model: [says("nightjar.")], steps });
    expect(after.outcome).toEqual({
      status: "completed",
      parts: [{ type: "text", text: "Once upon a time there was a nightjar." }],
    });
    expect(after.requests[0]?.messages).toEqual(before.requests[1]?.messages);
  });

  it("goes on after its tools, too", async () => {
    const model = [
      [text("Looking."), call("a", "look"), finish("tool_calls")],
      [text("It is a bir"), finish("length")],
      says("bird."),
    ];
    const { outcome } = await played("continue", { model, tools: [look] });
    expect(outcome.parts.at(-1)).toEqual({ type: "text", text: "It is a bird." });
  });

  it("is halted when it would go on for ever", async () => {
    const model = Array.from({ length: 11 }, () => [text("la "), finish("length")]);
    const { outcome, requests } = await played("continue", { model });
    expect(requests).toHaveLength(11);
    expect(outcome).toMatchObject({ status: "halted", reason: expect.stringContaining("maximum length") });
  });

  it("is halted when it was all thinking: there is nothing to go on with", async () => {
    const line = [{ type: "reasoning" as const, delta: "Hm" }, finish("length")];
    expect(await played("continue", { model: [line, line] })).toMatchObject({
      outcome: { status: "halted" },
    });
  });

  it("stops at the turn's limit of steps like any other", async () => {
    const { outcome } = await played("continue", {
      model: [cut],
      turn: { limits: { max_steps: 1, max_output_tokens: 1_000, at_token_limit: "continue" } },
    });
    expect(outcome).toMatchObject({ status: "halted", reason: expect.stringContaining("1 steps") });
  });
});

describe("an answer that reaches its token limit, of an agent that finishes", () => {
  it("ends with its last whole sentence, and nobody saw more", async () => {
    const model = [[text("It sings. It is 3.1"), text("4 m long! It fli"), finish("length")]];
    const { outcome, events, journal } = await played("finish", { model });
    expect(outcome).toEqual({
      status: "completed",
      parts: [{ type: "text", text: "It sings. It is 3.14 m long!" }],
    });
    expect(read(events)).toBe("It sings. It is 3.14 m long!");
    expect(journal).toEqual([]);
  });

  it("is whole where it was not cut", async () => {
    const { outcome } = await played("finish", { model: [[text("No end"), finish("stop")]] });
    expect(outcome).toEqual({ status: "completed", parts: [{ type: "text", text: "No end" }] });
  });

  it("says what comes before a call before it", async () => {
    const model = [[text("Let me see"), call("a", "look"), finish("tool_calls")], says("Done.")];
    const { outcome } = await played("finish", { model, tools: [look] });
    expect(outcome.parts.map(({ type }) => type)).toEqual(["text", "tool_call", "tool_result", "text"]);
  });
});

describe("whole sentences", () => {
  const finished = (given: string) => {
    const stage = new Sentences();
    return stage.push(given) + stage.finish(true);
  };
  it.each([
    ["One. Two", "One."],
    ["He said “No.” Then he", "He said “No.”"],
    ["**Bold!** And", "**Bold!**"],
    ["- one\n- two\n- thr", "- one\n- two\n"],
    ["鳥です。夜に", "鳥です。"],
    ["All of it.", "All of it."],
    ["Not even one sente", "Not even one …"],
    ["Word", "Word"],
    ["See:\n```js\nlet a = 1;\nlet b", "See:\n```js\nlet a = 1;\n\n```"],
  ])("of %j are %j", (given, kept) => {
    expect(finished(given)).toBe(kept);
  });
});

describe("a seam", () => {
  const joined = (word: string, ...deltas: string[]) => {
    const seam = new Seam(word);
    return deltas.map((delta) => seam.push(delta)).join("") + seam.finish();
  };
  it.each([
    ["nigh", ["nightjar sings"], "tjar sings"],
    ["nigh", ["ni", "ght", "jar"], "tjar"],
    ["nigh", [" nigh", "t"], "t"],
    ["bird", ["bird", " sings"], " sings"],
    ["bird", ["that sings"], " that sings"],
    ["bird", ["\nthat sings"], "\nthat sings"],
    ["bird", ["bi"], " bi"],
    ["", ["that sings"], "that sings"],
    ["bird", [], ""],
  ])("after %j of %j is %j", (word, deltas, text) => {
    expect(joined(word, ...deltas)).toBe(text);
  });
});

describe("a message that is longer than its agent takes", () => {
  const limits = { max_steps: 50, max_output_tokens: 1_000, max_input_chars: 4 };

  it("is refused before any call, and says how long it may be", async () => {
    const { outcome, requests } = await play({ model: [], turn: { limits } });
    expect(requests).toEqual([]);
    expect(outcome).toMatchObject({
      status: "failed",
      error: "payload_too_large",
      reason: "Nightjar takes messages of at most 4 characters, and this one has 5. Send a shorter one.",
    });
  });

  it("is answered when the system says it", async () => {
    const source = { channel: "system" as const, sender: "jobs" };
    const { outcome } = await play({ model: [says("Done.")], turn: { limits, source } });
    expect(outcome.status).toBe("completed");
  });
});

describe("a reply that used up a small limit before it said a word", () => {
  const mute = [{ type: "reasoning" as const, delta: "Hm." }, finish("length")];

  it("is asked for once more with room for both, and both are paid", async () => {
    const { outcome, requests, steps } = await played("halt", { model: [mute, says("All right.")] });
    expect(outcome).toMatchObject({ status: "completed", parts: [{ type: "text", text: "All right." }] });
    expect(requests.map(({ max_output_tokens }) => max_output_tokens)).toEqual([1_000, 9_192]);
    expect(steps[0]?.reply).toMatchObject({ usage: { output_tokens: 10 }, cost_usd: 0.02 });
  });

  it("is not asked for again when the budget has no second call, and the first is paid", async () => {
    const budget = (spent?: { cost_usd: number | null }) => (spent ? `Spent ${spent.cost_usd}.` : undefined);
    const { outcome, requests } = await played("halt", { model: [mute], budget });
    expect(outcome).toMatchObject({ status: "failed", error: "budget_exceeded", reason: "Spent 0.01." });
    expect([outcome, requests.length]).toMatchObject([{ spent: { cost_usd: 0.01 } }, 1]);
  });

  it("is asked for no third time", async () => {
    const { outcome, requests } = await played("halt", { model: [mute, mute] });
    expect(outcome).toMatchObject({ status: "halted", reason: expect.stringContaining("thinking") });
    expect(requests).toHaveLength(2);
  });
});

it("whole sentences end where the words are enough, though the model goes on", () => {
  const stage = new Sentences(20);
  expect(["It rains. It pours. ", "It snows."].map((delta) => stage.push(delta)).join("")).toBe(
    "It rains. It pours.",
  );
  expect(stage.finish(false)).toBe("");
});
