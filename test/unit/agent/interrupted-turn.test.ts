import { describe, expect, it } from "vitest";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import { askUserTool } from "../../../src/tools/ask-user.ts";
import { trustedResult } from "../../../src/tools/define-tool.ts";
import {
  approved,
  asking,
  call,
  calls,
  held,
  journaled,
  kinds,
  play,
  results,
  Stage,
  says,
  settled,
  started,
  text,
  textIn,
  tool,
} from "./stage.ts";

/** A tool that counts how often it ran. */
function counted(name: string, effect: "read" | "idempotent" | "once") {
  const ran: string[] = [];
  const made = tool(name, effect, (what, context) => {
    ran.push(context.idempotency_key);
    return trustedResult(`${name} ${what}`);
  });
  return { ran, made };
}

describe("halted", () => {
  it("before the first byte, nothing was said and nothing is lost", async () => {
    const stage = new Stage({ model: [held([], () => stage.halt())] });
    const { outcome } = await stage.play();
    expect(outcome).toMatchObject({ status: "halted", parts: [], reason: "Stopped." });
  });

  it("in mid-stream, what was said stays", async () => {
    const stage = new Stage({ model: [held([text("Once upon a ")], () => stage.halt())] });
    const played = await stage.play();
    expect(played.outcome.status).toBe("halted");
    expect(textIn(played)).toBe("Once upon a ");
  });

  it("in a tool, the tool is told, and the rest of the reply does not start", async () => {
    const pay = counted("pay", "once");
    const slow = tool("look", "read", (_what, { signal }) => {
      setImmediate(() => stage.halt());
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve(trustedResult("too late"))),
      );
    });
    const stage: Stage = new Stage({
      model: [calls(call("a", "look"), call("b", "pay"), call("c", "look"))],
      tools: [slow, pay.made],
    });
    const played = await stage.play();
    expect(played.outcome.status).toBe("halted");
    expect(pay.ran).toEqual([]);
    expect(results(played)).toHaveLength(3);
  });

  it("in a once tool, its outcome is unknown and said to be", async () => {
    const stage: Stage = new Stage({
      model: [calls(call("a", "pay"))],
      tools: [
        tool("pay", "once", () => {
          setImmediate(() => stage.halt());
          return new Promise<never>(() => undefined);
        }),
      ],
    });
    expect(results(await stage.play())).toEqual(["Stopped. Its outcome is unknown."]);
  });

  it("between two steps, the model is not asked again", async () => {
    const stage: Stage = new Stage({
      model: [calls(call("a", "look"))],
      tools: [tool("look", "read")],
      onEvent: (event) => {
        if (event.type === "tool_result") stage.halt();
      },
    });
    const played = await stage.play();
    expect(played.outcome.status).toBe("halted");
    expect(played.requests).toHaveLength(1);
  });
});

describe("resumed after a crash", () => {
  it("recorded calls are not made again", async () => {
    const look = counted("look", "read");
    const played = await play({
      steps: [journaled(1, [{ id: "a", name: "look" }], [settled("a", "look", "seen before")])],
      model: [says("Done.")],
      tools: [look.made],
    });
    expect(look.ran).toEqual([]);
    expect(results(played)).toEqual(["seen before"]);
  });

  it("a once call that had left is reported as interrupted, and never made again", async () => {
    const pay = counted("pay", "once");
    const played = await play({
      steps: [journaled(1, [{ id: "a", name: "pay" }], [started("a")])],
      model: [says("Done.")],
      tools: [pay.made],
    });
    expect(pay.ran).toEqual([]);
    expect(results(played)).toEqual([expect.stringMatching(/^interrupted: outcome unknown/)]);
    expect(played.outcome.parts.at(-2)).toMatchObject({ is_error: true });
  });

  it("a once call that had not left runs, once", async () => {
    const pay = counted("pay", "once");
    await play({
      steps: [journaled(1, [{ id: "a", name: "pay" }])],
      model: [says("Done.")],
      tools: [pay.made],
    });
    expect(pay.ran).toHaveLength(1);
  });

  it("a once call that says itself when it begins runs again when it had not, and not when it had", async () => {
    const pay = counted("pay", "once");
    const careful = { ...pay.made, begins_itself: true as const };
    const asked = () => journaled(1, [{ id: "a", name: "pay" }]);
    const step = asked();
    let known: string[] = [];
    const run: Tool["run"] = (input, context) => {
      known = step.calls.map(({ state }) => state);
      context.begin();
      context.begin();
      return careful.run(input, context);
    };
    const played = await play({ steps: [step], model: [says("Done.")], tools: [{ ...careful, run }] });
    expect(known).toEqual([]);
    expect(step.calls.map(({ state }) => state)).toEqual(["started", "settled"]);
    expect(results(played)).toEqual(["pay x"]);
  });

  it("a once call that begins after it was stopped is not let", async () => {
    let begin = () => {};
    const late: Tool = {
      ...tool("pay", "once", (_what, context) => {
        begin = () => context.begin();
        setImmediate(() => stage.halt());
        return new Promise<never>(() => undefined);
      }),
      begins_itself: true,
    };
    const stage: Stage = new Stage({ model: [calls(call("a", "pay"))], tools: [late] });
    await stage.play();
    expect(begin).toThrow("Nobody waits");
  });

  it("a call that is made after the crash is judged by what stood before the model when it asked", async () => {
    const seen: boolean[] = [];
    const look = counted("look", "read");
    const pay = tool("pay", "once", (_what, { seen: { tainted } }) => {
      seen.push(tainted);
      return trustedResult("paid");
    });
    const foreign = settled("a", "look", "from outside");
    if (foreign.state === "settled") foreign.result.trust = "untrusted";
    const asked = [
      { id: "a", name: "look" },
      { id: "b", name: "pay" },
    ];
    await play({
      steps: [journaled(1, asked, [foreign])],
      model: [calls(call("c", "pay")), says("Done.")],
      tools: [look.made, pay],
    });
    expect(seen).toEqual([false, true]);
  });

  it("reads and idempotent calls without a record run again, with the same key", async () => {
    const look = counted("look", "read");
    const note = counted("note", "idempotent");
    const steps = [
      journaled(1, [
        { id: "a", name: "look" },
        { id: "b", name: "note" },
      ]),
    ];
    const tools = [look.made, note.made];
    await play({ steps: structuredClone(steps), model: [says("Done.")], tools });
    await play({ steps: structuredClone(steps), model: [says("Done.")], tools });
    expect(look.ran).toHaveLength(2);
    expect(new Set(note.ran).size).toBe(1);
  });

  it("a question that waits is asked again, for it may have been lost before it was stored", async () => {
    const played = await play({
      steps: [
        journaled(
          1,
          [
            { id: "a", name: "ask_user" },
            { id: "b", name: "look" },
          ],
          [asking("a", "Red or blue?")],
        ),
      ],
      model: [],
      tools: [askUserTool, tool("look", "read")],
    });
    expect(played.outcome.status).toBe("parked");
    expect(kinds(played.events)).toEqual(["state", "question", "tool_start", "tool_result"]);
  });
});

describe("gone on after a wait", () => {
  it("an answer is what the call gives back", async () => {
    const played = await play({
      steps: [
        journaled(
          1,
          [{ id: "a", name: "ask_user" }],
          [asking("a", "Which?"), settled("a", "ask_user", "blue")],
        ),
      ],
      model: [says("Blue it is.")],
      tools: [askUserTool],
    });
    expect(results(played)).toEqual(["blue"]);
    expect(textIn(played)).toBe("Blue it is.");
  });

  it("an allowed call runs without being asked for again", async () => {
    const pay = counted("pay", "once");
    const policy = { decide: () => ({ verdict: "ask" as const, reason: "It costs money." }) };
    const steps = [journaled(1, [{ id: "a", name: "pay" }], [approved("a")])];
    const played = await play({ steps, model: [says("Paid.")], tools: [pay.made], policy });
    expect(pay.ran).toEqual(["trn_1:a"]);
    expect(played.outcome.status).toBe("completed");
  });

  it("a denied call gives its reason to the model", async () => {
    const pay = counted("pay", "once");
    const denied = settled("a", "pay", "The person did not allow this call. Their reason: too dear", true);
    const played = await play({
      steps: [journaled(1, [{ id: "a", name: "pay" }], [denied])],
      model: [says("As you wish.")],
      tools: [pay.made],
    });
    expect(pay.ran).toEqual([]);
    expect(JSON.stringify(played.requests[0]?.messages)).toContain("too dear");
  });
});
