import { expect, test } from "vitest";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { ReadAnswer } from "../../../src/agent/ports/trust.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { sinksOfTool } from "../../../src/tools/mcp/sinks.ts";
import { withPlanAhead } from "../../../src/tools/plan-ahead.ts";
import { judge } from "../../../src/tools/provenance/judge.ts";
import { thinkTool } from "../../../src/tools/think.ts";
import { aContext, anAgent } from "../tools/support.ts";

const schema = { type: "object", properties: {} };
const send: Tool = {
  ...thinkTool,
  name: "mcp_mail_send_mail",
  effect: "once",
  input: { json: schema, parse: (value) => ({ ok: true, value }) },
  sinks: (input) => sinksOfTool({ name: "send_mail", input: schema }, input),
};
const id = (name: string) => trustId<"call">(`call_${name}`);
const mail = (to: string) => ({ recipients: [to], body: "Hello" });
const READ: ReadAnswer = {
  call_id: id("read"),
  tool: "mcp_mail_list",
  input: {},
  content: JSON.stringify({ rows: [{ email: "kim@x.example" }, { email: "lou@x.example" }] }),
  structured_from: 0,
  trust: "untrusted",
  is_error: false,
};

function planned(recipients: unknown, { made = [] as string[], plan = {} as Partial<ReadAnswer> } = {}) {
  const calls = [{ tool: "send_mail", with: { recipients } }];
  const noted = {
    ...READ,
    call_id: id("plan"),
    tool: "plan_ahead",
    input: { calls },
    content: "Planned",
    trust: "trusted" as const,
    ...plan,
  };
  const before = made.map((to) => ({ call_id: id(to), tool: send.name, input: mail(to) }));
  const sources = { own: ["Write to them"], answers: [noted, READ], memory: "", foreign: [], made: before };
  const turn = { tainted: true, user_text: "Write to them", seen_urls: [], sources: () => sources };
  return (to: string) => {
    const { is_clear, plan } = judge({ tool: send, input: mail(to), call_id: id("now") }, turn);
    return plan === undefined ? is_clear : "asks as planned";
  };
}

test("a planned literal and a planned field run, and nothing else does", () => {
  expect(planned("eve@x.example")("eve@x.example")).toBe(true);
  expect(planned("eve@x.example")("mallory@x.example")).toBe(false);
  expect(planned("{list.email}")("kim@x.example")).toBe(true);
  expect(planned("{list.email}")("mallory@x.example")).toBe("asks as planned");
});

test("a gap is asked for as a part of its plan", () => {
  expect(planned(["{?}"])("kim@x.example")).toBe("asks as planned");
});

test("each item lets one call run", () => {
  expect(planned("eve@x.example", { made: ["eve@x.example"] })("eve@x.example")).toBe(false);
  expect(planned("eve@x.example", { made: ["kim@x.example"] })("eve@x.example")).toBe(true);
});

test("a plan of an earlier turn, or one that came too late, does not count", () => {
  expect(planned("eve@x.example", { plan: { at: "2026-01-01T00:00:00Z" } })("eve@x.example")).toBe(false);
  expect(planned("eve@x.example", { plan: { is_error: true } })("eve@x.example")).toBe(false);
});

test("plan_ahead is offered beside tools that change something, and refuses once outside content was read", async () => {
  const offered = async (effect: Tool["effect"]) =>
    withPlanAhead({ list: async () => [{ ...send, effect }] }).list(anAgent(), "usr_owner");
  expect((await offered("read")).map(({ name }) => name)).toEqual([send.name]);
  const [, plan] = await offered("once");
  const run = (trust: "trusted" | "untrusted") =>
    plan?.run({ calls: [{ tool: "send_mail", with: {} }] }, { ...aContext(), trust });
  expect(await run("trusted")).toMatchObject({ ok: true, trust: "trusted" });
  expect(await run("untrusted")).toMatchObject({ ok: false });
});
