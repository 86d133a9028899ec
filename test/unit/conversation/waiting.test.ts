import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { ReportOutcome } from "../../../src/domain/inbound.ts";
import type { Denial } from "../../../src/domain/message.ts";
import { askUserTool } from "../../../src/tools/ask-user.ts";
import { defineTool, trustedResult } from "../../../src/tools/define-tool.ts";
import {
  asked,
  ConversationRig,
  calls,
  type Move,
  rounds,
  says,
  text,
  WEB,
  wait,
} from "../../support/machine/rig.ts";

const QUESTION: [string, string, unknown] = [
  "c1",
  "ask_user",
  { question: "Red or blue?", options: ["red", "blue"] },
];

/** What the last result said, as the model read it. */
function lastResult({ messages }: ModelRequest): string {
  const results = messages.findLast((message) => message.role === "tool");
  return results?.role === "tool" ? results.content.map((block) => block.content).join("|") : "";
}

function asksFirst(request: ModelRequest): Move[] {
  if (asked(request) === "Something else") return says("Certainly.");
  return rounds(request) === 0 ? [text("Well. "), ...calls(QUESTION)] : says(`So: ${lastResult(request)}`);
}

function counted(
  name: string,
  effect: "read" | "idempotent" | "once",
  ran: string[],
  pause: (ms: number) => Promise<void>,
): Tool {
  return defineTool({
    name,
    description: name,
    schema: z.object({ what: z.string() }),
    effect,
    reach: "inside",
    run: async ({ what }) => {
      ran.push(name);
      await pause(1_000);
      return trustedResult(`${name} ${what}`);
    },
  });
}

describe("a turn that asks", () => {
  it("waits, with what it has said so far, and is answered by the call's id", async () => {
    const rig = new ConversationRig({ model: asksFirst, tools: () => [askUserTool] });
    await rig.reader.connect();
    await rig.say("Ask me");
    await rig.pass();
    expect(rig.store.turns.open()).toMatchObject([{ state: "parked" }]);
    expect(await rig.answer("c1", "blue")).toMatchObject({ status: "accepted" });
    await rig.pass();
    expect(rig.said()).toEqual(["user: Ask me", "assistant: Well. So: blue"]);
    expect(rig.reader.events.filter((event) => event.type === "tool_result")).toMatchObject([
      { result: "blue" },
    ]);
  });

  it("takes the next plain message as the answer", async () => {
    const rig = new ConversationRig({ model: asksFirst, tools: () => [askUserTool] });
    await rig.say("Ask me");
    await rig.pass();
    expect(await rig.say("blue")).toMatchObject({ status: "accepted", message_id: null });
    await rig.pass();
    expect(rig.said()).toEqual(["user: Ask me", "assistant: Well. So: blue"]);
  });

  it("takes an answer once", async () => {
    const rig = new ConversationRig({ model: asksFirst, tools: () => [askUserTool] });
    await rig.say("Ask me");
    await rig.pass();
    await rig.answer("c1", "blue");
    expect(await rig.answer("c1", "red")).toMatchObject({ status: "duplicate" });
    await rig.pass();
    expect(rig.said()).toEqual(["user: Ask me", "assistant: Well. So: blue"]);
  });

  it("waits for days, through kills and sleep", async () => {
    const rig = new ConversationRig({ model: asksFirst, tools: () => [askUserTool] });
    await rig.say("Ask me");
    await rig.pass();
    rig.machine.kill();
    await rig.pass(3 * 86_400_000);
    rig.machine.evict();
    await rig.answer("c1", "blue");
    await rig.pass();
    expect(rig.said()).toEqual(["user: Ask me", "assistant: Well. So: blue"]);
    expect(rig.requests).toHaveLength(2);
  });

  it("keeps all it has said for whoever opens the conversation later", async () => {
    const long = "word ".repeat(600);
    const rig = new ConversationRig({
      model: (request) => (rounds(request) === 0 ? [text(long), wait(50), ...calls(QUESTION)] : says("ok")),
      tools: () => [askUserTool],
    });
    await rig.say("Ask me");
    await rig.pass(5 * 3_600_000);
    await rig.say("and then", "k2");
    await rig.pass();
    const late = rig.follow("late");
    await late.connect();
    const shown = late.events.flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("");
    expect(shown).toContain(long);
  });

  it("is halted like any other, and its open call has a result", async () => {
    const rig = new ConversationRig({ model: asksFirst, tools: () => [askUserTool] });
    await rig.say("Ask me");
    await rig.pass();
    await rig.halt();
    await rig.pass();
    const answer = rig.messages()[1];
    expect(answer?.status).toBe("halted");
    expect(answer?.parts.map((part) => part.type)).toEqual(["text", "tool_call", "tool_result"]);
    expect(await rig.answer("c1", "blue")).toMatchObject({ status: "refused", refusal: "no_such_call" });
  });

  it("lets later messages pass when it waits for an approval", async () => {
    const ran: string[] = [];
    const rig: ConversationRig = new ConversationRig({
      model: (request) => {
        if (asked(request) === "Something else") return says("Certainly.");
        return rounds(request) === 0 ? calls(["c1", "pay", { what: "ann" }]) : says(lastResult(request));
      },
      tools: (own) => [counted("pay", "once", ran, (ms) => own.machine.sleep(ms))],
      rules: { pay: "ask" },
    });
    await rig.say("Pay ann");
    await rig.pass();
    await rig.say("Something else");
    await rig.pass();
    expect(rig.said()).toEqual([
      "user: Pay ann",
      "assistant:  (partial)",
      "user: Something else",
      "assistant: Certainly.",
    ]);
    await rig.decide("c1", { decision: "once" });
    await rig.pass();
    expect(rig.said()[1]).toBe("assistant: pay ann");
    expect(ran).toEqual(["pay"]);
  });

  it("has what is allowed for longer written out at once, though the turn goes on for long", async () => {
    const ran: string[] = [];
    const rig = new ConversationRig({
      model: (request) =>
        rounds(request) === 0 ? calls(["c1", "pay", { what: "ann" }]) : [wait(3_600_000), ...says("Paid.")],
      tools: (own) => [counted("pay", "once", ran, (ms) => own.machine.sleep(ms))],
      rules: { pay: "ask" },
    });
    await rig.say("Pay ann");
    await rig.pass();
    await rig.decide("c1", { decision: "ten" });
    await rig.pass(0);
    expect(rig.flushed.at(-1)).toMatchObject({ grants: [{ tool: "pay" }] });
    expect(rig.said().at(-1)).not.toContain("Paid.");
  });

  const refusals: [string | undefined, RegExp, Denial][] = [
    [undefined, /did not allow this call/, { by: "person" }],
    ["too dear", /Their reason: too dear/, { by: "person", reason: "too dear" }],
  ];
  for (const [why, reason, denied] of refusals) {
    const decided = { decision: "deny" as const, ...(why !== undefined && { reason: why }) };
    it(`takes a no, ${why === undefined ? "without" : "with"} a reason`, async () => {
      const ran: string[] = [];
      const rig = new ConversationRig({
        model: (request) =>
          rounds(request) === 0 ? calls(["c1", "pay", { what: "ann" }]) : says(lastResult(request)),
        tools: (own) => [counted("pay", "once", ran, (ms) => own.machine.sleep(ms))],
        rules: { pay: "ask" },
      });
      await rig.reader.connect();
      await rig.say("Pay ann");
      await rig.pass();
      await rig.decide("c1", decided);
      await rig.pass();
      expect(ran).toEqual([]);
      expect(rig.said()[1]).toMatch(reason);
      expect(rig.reader.events.findLast((event) => event.type === "tool_result")).toMatchObject({ denied });
      expect(rig.messages()[1]?.parts.find((part) => part.type === "tool_result")).toMatchObject({
        denied,
      });
    });
  }
});

describe("an approval that nobody gives", () => {
  const DAY = 24 * 3_600_000;
  const rig = (ran: string[]) =>
    new ConversationRig({
      model: (request) =>
        rounds(request) === 0 ? calls(["c1", "pay", { what: "ann" }]) : says(lastResult(request)),
      tools: (own) => [counted("pay", "once", ran, (ms) => own.machine.sleep(ms))],
      rules: { pay: "ask" },
    });

  it("says until when it waits, and is given in time", async () => {
    const ran: string[] = [];
    const own = rig(ran);
    await own.reader.connect();
    const asked = own.timeline.now;
    await own.say("Pay ann");
    await own.pass();
    const [approval] = own.reader.events.filter((event) => event.type === "approval");
    expect(Date.parse(approval?.expires_at ?? "") - asked).toBeGreaterThanOrEqual(3 * DAY);
    await own.pass(3 * DAY - 60_000);
    await own.decide("c1", { decision: "once" });
    await own.pass();
    expect(ran).toEqual(["pay"]);
  });

  it("counts as refused after three days, through kills and sleep, and a late yes comes too late", async () => {
    const ran: string[] = [];
    const own = rig(ran);
    await own.reader.connect();
    await own.say("Pay ann");
    await own.pass();
    own.machine.kill();
    await own.pass(DAY);
    own.machine.evict();
    await own.pass(2 * DAY + 60_000);
    expect(own.said()[1]).toMatch(/^assistant: Nobody allowed this call in time, so it was not made/);
    expect(own.store.turns.open()).toEqual([]);
    expect(await own.decide("c1", { decision: "once" })).toMatchObject({
      status: "refused",
      refusal: "no_such_call",
    });
    await own.pass();
    expect(ran).toEqual([]);
    const late = own.follow("late");
    await late.connect();
    expect(late.events.filter((event) => event.type === "tool_result")).toMatchObject([
      { is_error: true, denied: { by: "time" } },
    ]);
  });
});

describe("two turns that ask, of a server that numbers its calls anew", () => {
  it("each get their own answer", async () => {
    const rig = new ConversationRig({
      model: (request) => (rounds(request) === 0 ? calls(QUESTION) : says(`So: ${lastResult(request)}`)),
      tools: () => [askUserTool],
    });
    await rig.reader.connect();
    await rig.say("Ask me");
    await rig.pass();
    const [asked] = rig.messages();
    const command = { name: "regenerate" as const, message_id: asked?.id as never };
    await rig.receive({ type: "command", key: "r1", source: WEB, command });
    await rig.pass();
    const ids = rig.reader.events.flatMap((event) => (event.type === "question" ? [event.call_id] : []));
    expect(ids).toEqual(["c1", "c1_2"]);
    await rig.answer("c1_2", "the second");
    await rig.pass();
    expect(rig.said()).toEqual(["user: Ask me", "assistant: So: the second"]);
    await rig.answer("c1", "the first");
    await rig.pass();
    expect(rig.store.turns.open()).toEqual([]);
  });
});

describe("an answer that comes while other calls of the reply still run", () => {
  const tools = (ran: string[]) => (own: ConversationRig) => [
    askUserTool,
    counted("slow", "idempotent", ran, (ms) => own.machine.sleep(ms)),
  ];
  const model = (request: ModelRequest) =>
    rounds(request) === 0
      ? calls(QUESTION, ["c2", "slow", { what: "work" }])
      : says(`So: ${lastResult(request)}`);

  it("is taken, and the turn goes on without waiting", async () => {
    const ran: string[] = [];
    const rig = new ConversationRig({ model, tools: tools(ran) });
    await rig.say("Ask me");
    await rig.pass(500);
    expect(await rig.answer("c1", "blue")).toMatchObject({ status: "accepted" });
    await rig.pass();
    expect(rig.said()).toEqual(["user: Ask me", "assistant: So: blue|slow work"]);
    expect(ran).toEqual(["slow"]);
  });

  it("is kept when the machine dies before they are done", async () => {
    const ran: string[] = [];
    const rig = new ConversationRig({ model, tools: tools(ran) });
    await rig.say("Ask me");
    await rig.pass(500);
    await rig.answer("c1", "blue");
    rig.machine.kill();
    await rig.pass();
    expect(rig.said()).toEqual(["user: Ask me", "assistant: So: blue|slow work"]);
  });

  it("is asked for again when the machine dies before it came, as the question may be lost", async () => {
    const ran: string[] = [];
    const rig = new ConversationRig({ model, tools: tools(ran) });
    await rig.say("Ask me");
    await rig.pass(500);
    rig.machine.kill();
    await rig.pass();
    const late = rig.follow("late");
    await late.connect();
    expect(late.events.some((event) => event.type === "question" && event.call_id === "c1")).toBe(true);
  });
});

describe("what was set going by a call", () => {
  const order = (own: ConversationRig): Tool =>
    defineTool({
      name: "order",
      description: "order",
      schema: z.object({}),
      effect: "once",
      reach: "inside",
      run: async () => {
        await own.machine.sleep(1_000);
        return { parked: { kind: "job", job_id: "job_1" as never } };
      },
    });
  const model = (request: ModelRequest) =>
    rounds(request) === 0 ? calls(["c1", "order", {}]) : says(`So: ${lastResult(request)}`);
  const built = { status: "completed" as const, text: "it is built" };
  const outcome = expect.stringMatching(
    /^assistant: So: <untrusted-(\w+) source="order">\nit is built\n<\/untrusted-\1>$/,
  );

  it("reports when it is done", async () => {
    const rig = new ConversationRig({ model, tools: (own) => [order(own)] });
    await rig.say("Build it");
    await rig.pass();
    await rig.report("c1", built);
    await rig.pass();
    expect(rig.said()[1]).toEqual(outcome);
  });

  it("may report before the call has parked", async () => {
    const rig = new ConversationRig({ model, tools: (own) => [order(own)] });
    await rig.say("Build it");
    await rig.pass(500);
    expect(await rig.report("c1", built)).toMatchObject({ status: "accepted" });
    await rig.pass();
    expect(rig.said()[1]).toEqual(outcome);
  });

  it("is not reported on by a person, before it has parked or after", async () => {
    const rig = new ConversationRig({ model, tools: (own) => [order(own)] });
    await rig.say("Build it");
    await rig.pass(500);
    expect(await rig.answer("c1", "done")).toMatchObject({ refusal: "no_such_call" });
    await rig.pass();
    expect(await rig.answer("c1", "done")).toMatchObject({ refusal: "no_such_call" });
    expect(await rig.decide("c1", { decision: "once" })).toMatchObject({ refusal: "no_such_call" });
    expect(rig.store.turns.open()).toMatchObject([{ state: "parked" }]);
  });

  const ends: [ReportOutcome, RegExp][] = [
    [{ status: "failed", reason: "No disk.", retryable: true }, /failed: No disk\. It may be tried again/],
    [{ status: "halted", reason: "By hand.", retryable: false }, /stopped: By hand\. Do not try it again/],
    [{ status: "given_up" }, /took too long and was given up/],
  ];
  for (const [end, told] of ends) {
    it(`reports that it was ${end.status}`, async () => {
      const rig = new ConversationRig({ model, tools: (own) => [order(own)] });
      await rig.say("Build it");
      await rig.pass();
      await rig.report("c1", end);
      await rig.pass();
      expect(rig.said()[1]).toMatch(told);
      expect(rig.messages()[1]?.parts.find((part) => part.type === "tool_result")).toMatchObject({
        is_error: true,
        trust: "untrusted",
      });
    });
  }
});
