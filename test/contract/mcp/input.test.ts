/** Servers that want a person's input, or answer by a task: the call parks, and goes on where it was. */
import { describe, expect, test } from "vitest";
import type { ParkedCall, Resumption } from "../../../src/agent/ports/parked-call.ts";
import type { Tool, ToolOutcome } from "../../../src/agent/ports/tool.ts";
import { aContext, call } from "../../unit/tools/support.ts";
import { connected } from "./connected.ts";
import { aTool, wired } from "./wire.ts";

type Message = { id?: number; method?: string; params: Record<string, unknown> };

const ADDRESS = "https://mcp.example.com/mcp";

/** A server of 2026-07-28 in its bytes. `answers`: results of calls and of what is asked of tasks, one after the other. */
async function modern(answers: object[]) {
  const heard: Message[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    const message = JSON.parse(String(init.body)) as Message;
    heard.push(message);
    const { id = 0, method = "" } = message;
    if (method === "initialize")
      return Response.json({ jsonrpc: "2.0", id, error: { code: -32601, message: "Gone." } });
    return Response.json({ jsonrpc: "2.0", id, result: known[method] ?? answers.shift() });
  };
  const known: Record<string, object> = {
    "server/discover": {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: {}, prompts: {} },
    },
    "tools/list": { resultType: "complete", tools: [aTool("book")] },
    "resources/list": { resultType: "complete", resources: [{ uri: "shop://menu", name: "Menu" }] },
    "resources/templates/list": { resultType: "complete", resourceTemplates: [] },
    "prompts/list": { resultType: "complete", prompts: [{ name: "letter", arguments: [{ name: "to" }] }] },
  };
  const served = await connected({ url: ADDRESS }, {}, { fetch });
  const tool = await served.tool("mcp_shop_book");
  return { ...served, tool, named: served.tool, calls: () => heard.filter(isCall) };
}

const CALLS = /^(tools\/call|resources\/read|prompts\/get|tasks\/.*)$/;
const isCall = ({ method }: Message) => CALLS.test(method ?? "");

function elicitation(params: object): object {
  return {
    resultType: "input_required",
    inputRequests: { who: { method: "elicitation/create", params } },
    requestState: "s1",
  };
}

function form(properties: object, required: string[] = []): object {
  return elicitation({ message: "Whose table?", requestedSchema: { type: "object", properties, required } });
}

const BOOKED = { resultType: "complete", content: [{ type: "text", text: "Booked." }] };

function parkedOf(outcome: ToolOutcome): Extract<ParkedCall, { kind: "question" | "pause" }> {
  if ("parked" in outcome && (outcome.parked.kind === "question" || outcome.parked.kind === "pause"))
    return outcome.parked;
  throw new Error(`not parked: ${JSON.stringify(outcome)}`);
}

/** Answers each question in turn, as if each time the machine had been started again. */
async function answered(tool: Tool, answers: (string | null)[], input: object = {}) {
  const questions: string[] = [];
  let outcome = await call(tool, input);
  for (const answer of answers) {
    const parked = parkedOf(outcome);
    if (parked.kind === "question") questions.push(parked.question);
    const resumed: Resumption = { state: parked.resume ?? "", answer };
    outcome = await call(tool, input, aContext({ resumed }));
  }
  return { outcome, questions };
}

const NAME = { type: "string", title: "Name" };
const SEATS = { type: "integer", title: "Seats", minimum: 1, maximum: 8 };

describe("a form", () => {
  test("is asked field by field, shown before it is sent, and goes with the server's state", async () => {
    const { tool, calls } = await modern([form({ name: NAME, seats: SEATS }, ["name", "seats"]), BOOKED]);
    const { outcome, questions } = await answered(tool, ["Ada", "many", "4", "Send"]);
    expect(outcome).toMatchObject({ ok: true, content: "Booked." });
    expect(questions[0]).toMatch(/The server shop asks: Whose table\?\s+Name/u);
    expect(questions[2]).toMatch(/^Write a whole number\./u);
    expect(questions[3]).toMatch(/Send this to the server shop\?\s+- Name: Ada\s+- Seats: 4/u);
    const response = { who: { action: "accept", content: { name: "Ada", seats: 4 } } };
    expect(calls()[1]?.params).toMatchObject({ name: "book", inputResponses: response, requestState: "s1" });
  });

  test("is told to come from outside, and offers what can be chosen", async () => {
    const { tool } = await modern([form({ sky: { type: "string", enum: ["clear", "cloudy"] } })]);
    expect(parkedOf(await call(tool, {}))).toMatchObject({
      caution: "outside",
      options: ["clear", "cloudy", "Skip", "Decline"],
    });
  });

  test("is declined by a word, and cancelled when nobody answers", async () => {
    for (const [answer, action] of [
      ["Decline", "decline"],
      [null, "cancel"],
    ] as const) {
      const { tool, calls } = await modern([form({ name: NAME }), BOOKED]);
      await answered(tool, [answer]);
      expect(calls()[1]?.params).toMatchObject({ inputResponses: { who: { action } } });
    }
  });

  test("that asks for a secret is asked of nobody", async () => {
    const { tool, calls } = await modern([form({ key: { type: "string", title: "API key" } })]);
    expect(await call(tool, {})).toMatchObject({ ok: false, error: expect.stringContaining("secret") });
    expect(calls()).toHaveLength(1);
  });

  test("that comes again and again ends the call", async () => {
    const { tool } = await modern(Array.from({ length: 11 }, () => form({ name: NAME })));
    const { outcome } = await answered(
      tool,
      Array.from({ length: 10 }, () => "Ada"),
    );
    expect(outcome).toMatchObject({ ok: false });
  });
});

describe("a page to open", () => {
  test("is shown with its host, and the call goes on once the person has been there", async () => {
    const page = elicitation({ mode: "url", message: "Pay first.", url: "https://pay.example.com/o/1" });
    const { tool, calls } = await modern([page, BOOKED]);
    const { outcome, questions } = await answered(tool, ["Done"]);
    expect(questions[0]).toContain("a page of pay.example.com:\nhttps://pay.example.com/o/1");
    expect(calls()[1]?.params).toMatchObject({ inputResponses: { who: { action: "accept" } } });
    expect(outcome).toMatchObject({ ok: true });
  });

  test("is none without TLS", async () => {
    const { tool } = await modern([
      elicitation({ mode: "url", message: "Pay.", url: "http://pay.example.com" }),
    ]);
    expect(await call(tool, {})).toMatchObject({ ok: false, error: expect.stringContaining("https") });
  });
});

describe("a task", () => {
  const task = { taskId: "t-1", status: "working", ttlMs: null, pollIntervalMs: 2_000 };

  test("is asked for when its server says, until it has the result", async () => {
    const { tool, calls } = await modern([
      { resultType: "task", ...task },
      { resultType: "complete", ...task },
      { resultType: "complete", ...task, status: "completed", result: { content: BOOKED.content } },
    ]);
    const first = parkedOf(await call(tool, {}));
    expect(first).toMatchObject({ kind: "pause", expires_at: aContext().now + 2_000 });
    const { outcome } = await answered(
      {
        ...tool,
        run: async (input, context) => (context.resumed ? tool.run(input, context) : { parked: first }),
      },
      [null, null],
    );
    expect(outcome).toMatchObject({ ok: true, content: "Booked." });
    expect(calls().map(({ method }) => method)).toEqual(["tools/call", "tasks/get", "tasks/get"]);
  });

  test("is given the input that it wants, once for each of its keys", async () => {
    const wanting = { ...task, status: "input_required" };
    const inputRequests = { who: { method: "elicitation/create", params: { message: "Sure?" } } };
    const { tool, calls } = await modern([
      { resultType: "task", ...wanting },
      { resultType: "complete", ...wanting, inputRequests },
      { resultType: "complete" },
      { resultType: "complete", ...wanting, inputRequests },
    ]);
    const { outcome } = await answered(tool, [null, "Accept"]);
    expect(parkedOf(outcome).kind).toBe("pause");
    expect(calls()[2]).toMatchObject({
      method: "tasks/update",
      params: { taskId: "t-1", inputResponses: { who: { action: "accept" } } },
    });
  });

  test("that failed is told in the server's words", async () => {
    const failed = { ...task, status: "failed", error: { code: -32603, message: "Sold out." } };
    const { tool } = await modern([{ resultType: "task", ...failed }]);
    expect(await call(tool, {})).toMatchObject({ ok: false, error: "shop: Sold out." });
  });
});

test("a server of 2025 is told that nobody has answered, and called again with the answer", async () => {
  const params = { message: "Whose table?", requestedSchema: { type: "object", properties: { name: NAME } } };
  const before = [{ jsonrpc: "2.0", id: "e-1", method: "elicitation/create", params }];
  const { wire, tools } = await wired({ before, result: { content: BOOKED.content } });
  const [tool] = await tools();
  if (!tool) throw new Error("no tool is offered");
  const { outcome } = await answered(tool, ["Ada"]);
  expect(outcome).toMatchObject({ ok: true, content: "Booked." });
  const given = wire.heard.flatMap((each) => ("result" in each ? [each["result"]] : []));
  expect(given).toEqual([{ action: "cancel" }, { action: "accept", content: { name: "Ada" } }]);
});

describe("what is read", () => {
  test("is there once the person has said what a resource wants to know", async () => {
    const text = { resultType: "complete", contents: [{ uri: "shop://menu", text: "Soup." }] };
    const { named, calls } = await modern([form({ name: NAME }), text]);
    const input = { server: "shop", uri: "shop://menu" };
    const { outcome, questions } = await answered(await named("read_resource"), ["Ada"], input);
    expect(outcome).toMatchObject({
      ok: true,
      content: expect.stringContaining("Soup."),
      trust: "untrusted",
    });
    expect(questions[0]).toContain("Whose table?");
    const inputResponses = { who: { action: "accept", content: { name: "Ada" } } };
    expect(calls()[1]).toMatchObject({
      method: "resources/read",
      params: { uri: "shop://menu", inputResponses },
    });
  });

  test("may be a prompt, which an agent reads with its arguments as words from outside", async () => {
    const messages = [{ role: "user", content: { type: "text", text: "Dear Ada," } }];
    const { named, calls } = await modern([form({ name: NAME }), { resultType: "complete", messages }]);
    const tool = await named("read_prompt");
    expect(tool.description).toContain("shop: letter(to?)");
    const input = { server: "shop", name: "letter", arguments: { to: "Ada" } };
    const { outcome } = await answered(tool, ["Ada"], input);
    expect(outcome).toEqual({ ok: true, content: "Dear Ada,", trust: "untrusted" });
    expect(calls()[1]?.params).toMatchObject({
      name: "letter",
      arguments: { to: "Ada" },
      requestState: "s1",
    });
    expect(await call(tool, { server: "shop", name: "none" })).toMatchObject({ ok: false });
  });
});
