import { expect, test } from "vitest";
import { z } from "zod";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { TurnTrust } from "../../../src/agent/ports/trust.ts";
import type { Agent } from "../../../src/domain/agent.ts";
import { defineTool, trustedResult } from "../../../src/tools/define-tool.ts";
import { createPolicy } from "../../../src/tools/policy.ts";
import { ruleFor, strictest, strictestOf } from "../../../src/tools/rules.ts";
import { cancelScheduledTool, scheduleMessageTool } from "../../../src/tools/schedule.ts";
import { thinkTool } from "../../../src/tools/think.ts";
import { anAgent } from "./support.ts";

const policy = createPolicy();
const CLEAN: TurnTrust = { tainted: false, user_text: "", seen_urls: [] };
const TAINTED: TurnTrust = { tainted: true, user_text: "", seen_urls: [] };

const fetchLike = defineTool({
  name: "fetch_like",
  description: "",
  schema: z.object({ url: z.string() }),
  effect: "read",
  reach: "outside",
  touches: ({ url }) => ({ to: "urls", urls: [url] }),
  run: () => trustedResult("page"),
});

const outside: Tool = { ...thinkTool, name: "mcp_shop_buy", reach: "outside" };

function verdict(
  tool: Tool,
  input: unknown,
  turn: TurnTrust,
  { agent = anAgent(), granted = false }: { agent?: Agent; granted?: boolean } = {},
): string {
  return policy.decide({ tool, input, agent, rules: agent.tools, turn, granted: () => granted }).verdict;
}

test("a tool that asks when tainted is free until something from outside was read", () => {
  const agent = anAgent({ tools: { think: "ask_tainted" } });
  expect(verdict(thinkTool, {}, CLEAN, { agent })).toBe("allow");
  expect(verdict(thinkTool, {}, TAINTED, { agent })).toBe("ask");
  expect(verdict(thinkTool, {}, TAINTED, { agent, granted: true })).toBe("allow");
  expect(strictest("ask_tainted", "allow")).toBe("ask_tainted");
  expect(strictest("ask_tainted", "ask")).toBe("ask");
});

test("an agent's rules are allow by default, and the most specific one holds", () => {
  const agent = anAgent({ tools: { "*": "ask", "mcp_*": "deny", "mcp_shop_*": "ask", think: "allow" } });
  expect(verdict(thinkTool, {}, CLEAN)).toBe("allow");
  expect(verdict(thinkTool, {}, CLEAN, { agent })).toBe("allow");
  expect(verdict(outside, {}, CLEAN, { agent })).toBe("ask");
  expect(verdict({ ...outside, name: "mcp_bank_pay" }, {}, CLEAN, { agent })).toBe("deny");
  expect(verdict(scheduleMessageTool, {}, CLEAN, { agent })).toBe("ask");
});

test("an outside effect runs freely until untrusted content is in the turn", () => {
  expect(verdict(outside, {}, CLEAN)).toBe("allow");
  expect(verdict(outside, {}, TAINTED)).toBe("ask");
});

test("inside effects go on after untrusted content", () => {
  expect(verdict(thinkTool, {}, TAINTED)).toBe("allow");
});

test("a new schedule after untrusted content needs approval", () => {
  expect(verdict(scheduleMessageTool, { text: "x", in_seconds: 1 }, TAINTED)).toBe("ask");
});

test.each([
  ["https://example.com/a", "look at https://example.com/a.", []],
  ["https://example.com/a/", "look at https://example.com/a", []],
  ["https://example.com/a", "look at (example.com/a), please", []],
  ["https://example.com/a#part", "https://example.com/a#part", []],
  ["http://example.com/a", "https://example.com/a#part", []],
  ["localhost:3000", "look at (localhost:3000), please", []],
  ["ann@example.com", "what did <ann@example.com> write?", []],
  ["notes://today", "", ["notes://today"]],
  ["https://example.com", "what does example.com say?", []],
  ["https://EXAMPLE.com/a", "", ["https://example.com/a"]],
  ["https://example.com/a?b=c", "", ["https://example.com/a?b=c"]],
])("%s may be fetched when the person or a result named it", (url, user_text, seen_urls) => {
  expect(verdict(fetchLike, { url }, { tainted: true, user_text, seen_urls })).toBe("allow");
});

test.each([
  ["https://evil.example/?d=secret", "look at https://example.com/a", ["https://example.com/b"]],
  ["https://example.com/a?d=secret", "look at https://example.com/a", []],
  ["https://example.com/a#secret", "look at https://example.com/a", ["https://example.com/a"]],
  ["notes://secret", "", ["notes://today"]],
  ["https://example.com/a/secret", "look at https://example.com/a", []],
  ["https://example.com.evil.example/a", "https://example.com/a", []],
  ["https://user:secret@example.com/a", "https://example.com/a", []],
  ["https://example.com:8443/a", "https://example.com/a", []],
  ["https://sub.example.com/", "my mail is me@sub.example.com", []],
  ["https://example.com/A", "", ["https://example.com/a"]],
])("%s needs approval after untrusted content", (url, user_text, seen_urls) => {
  expect(
    policy.decide({
      tool: fetchLike,
      input: { url },
      agent: anAgent(),
      rules: {},
      turn: { tainted: true, user_text, seen_urls },
    }),
  ).toMatchObject({
    verdict: "ask",
    reason: expect.stringContaining(url),
  });
});

test("an answer of always lifts the question but never a deny", () => {
  expect(verdict(outside, {}, TAINTED, { granted: true })).toBe("allow");
  const asks = anAgent({ tools: { mcp_shop_buy: "ask" } });
  expect(verdict(outside, {}, CLEAN, { agent: asks, granted: true })).toBe("allow");
  const denies = anAgent({ tools: { mcp_shop_buy: "deny" } });
  expect(verdict(outside, {}, CLEAN, { agent: denies, granted: true })).toBe("deny");
});

test("the stricter of the agent's rule and the source's rule holds", () => {
  const ofChannel = { "mcp_*": "ask", think: "deny" } as const;
  const asked = (tool: Tool, tools: Agent["tools"]) => {
    const agent = anAgent({ tools });
    const rules = strictestOf(tools, ofChannel);
    return policy.decide({ tool, input: {}, agent, rules, turn: CLEAN }).verdict;
  };
  expect(asked(outside, {})).toBe("ask");
  expect(asked(outside, { mcp_shop_buy: "deny" })).toBe("deny");
  expect(asked(thinkTool, { think: "allow" })).toBe("deny");
});

test("two tables of rules become one that says for every tool what the stricter of them says", () => {
  const names = ["a", "ab", "abc", "abcd", "b", "ba"];
  const keys = ["*", "a*", "ab*", "abc*", "abc", "b", "ba"];
  const rules = ["allow", "ask", "deny"] as const;
  let seed = 1;
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const table = () =>
    Object.fromEntries(keys.flatMap((key) => (below(2) === 0 ? [[key, rules[below(3)] ?? "ask"]] : [])));
  for (let round = 0; round < 300; round++) {
    const [one, other] = [table(), table()];
    const both = strictestOf(one, other);
    for (const name of names)
      expect(ruleFor(both, name)).toBe(strictest(ruleFor(one, name), ruleFor(other, name)));
  }
});

test("what cannot be taken back is asked for once untrusted content was read, and runs freely before", () => {
  const pours: Tool = { ...thinkTool, name: "pour", irreversible: () => "pour it away" };
  expect(verdict(pours, {}, CLEAN)).toBe("allow");
  expect(policy.decide({ tool: pours, input: {}, agent: anAgent(), rules: {}, turn: TAINTED })).toMatchObject(
    {
      verdict: "ask",
      reason: expect.stringContaining("It would pour it away, and an agent can't undo that"),
    },
  );
  expect(verdict(pours, {}, TAINTED, { granted: true })).toBe("allow");
  expect(verdict({ ...pours, irreversible: () => undefined }, {}, TAINTED)).toBe("allow");
  expect(verdict(cancelScheduledTool, { id: "sch_1" }, TAINTED)).toBe("ask");
});

test("always does not stand for what steers all later turns", () => {
  const steers: Tool = { ...thinkTool, touches: () => ({ to: "elsewhere", what: "steer", each: true }) };
  expect(verdict(steers, {}, TAINTED, { granted: true })).toBe("ask");
  expect(verdict(steers, {}, CLEAN, { granted: true })).toBe("allow");
});

test("what only a person may let a tool do is asked each time, whatever was allowed before", () => {
  const reaches: Tool = { ...thinkTool, consent: () => "reach a host" };
  expect(policy.decide({ tool: reaches, input: {}, agent: anAgent(), rules: {}, turn: CLEAN })).toMatchObject(
    {
      verdict: "ask",
      reason: "It would reach a host.",
    },
  );
  expect(verdict(reaches, {}, CLEAN, { granted: true })).toBe("ask");
  expect(verdict({ ...reaches, consent: () => undefined }, {}, CLEAN)).toBe("allow");
  expect(verdict(reaches, {}, CLEAN, { agent: anAgent({ tools: { think: "deny" } }) })).toBe("deny");
});

test("a tool that asks first is asked for, unless its name is allowed or a person has said always", () => {
  const first: Tool = { ...thinkTool, name: "create_agent", asks_first: () => "make an agent" };
  const named = anAgent({ tools: { create_agent: "allow" } });
  const all = anAgent({ tools: { "*": "allow", "create_*": "allow" } });
  expect(verdict(first, {}, CLEAN)).toBe("ask");
  expect(verdict(first, {}, CLEAN, { agent: all })).toBe("ask");
  expect(verdict(first, {}, CLEAN, { agent: named })).toBe("allow");
  expect(verdict(first, {}, CLEAN, { granted: true })).toBe("allow");
  expect(verdict(first, {}, CLEAN, { agent: anAgent({ tools: { create_agent: "deny" } }) })).toBe("deny");
  const steers: Tool = { ...first, touches: () => ({ to: "elsewhere", what: "make an agent", each: true }) };
  expect(verdict(steers, {}, TAINTED, { agent: named, granted: true })).toBe("ask");
});

test("what is its owner's alone is asked for before others once untrusted content was read, each time", () => {
  const reads: Tool = {
    ...thinkTool,
    shows: (_input, memory) => (memory === "place" ? undefined : "read diary.md"),
  };
  const before = (turn: Partial<TurnTrust>, granted = false) =>
    policy.decide({
      tool: reads,
      input: {},
      agent: anAgent(),
      rules: {},
      turn: { ...TAINTED, ...turn },
      granted: () => granted,
    });
  const asked = {
    verdict: "ask",
    reason: expect.stringContaining("It would read diary.md, Bob would see what it brings, and this turn"),
  };
  expect(before({ read_by: "Bob" })).toMatchObject(asked);
  expect(before({ read_by: "Bob" }, true)).toMatchObject(asked);
  expect(before({})).toEqual({ verdict: "allow" });
  expect(before({ read_by: "Bob", tainted: false })).toEqual({ verdict: "allow" });
  expect(before({ read_by: "Bob", memory: "place" })).toEqual({ verdict: "allow" });
});

test("a question says truly whether the turn read something from outside, or only remembers it", () => {
  const why = (turn: TurnTrust) => {
    const agent = anAgent();
    const found = policy.decide({ tool: outside, input: {}, agent, rules: agent.tools, turn });
    return found.verdict === "allow" ? "" : found.reason;
  };
  expect(why(TAINTED)).toContain("this turn has read outside content");
  const remembered = why({ ...TAINTED, only_recalled: true });
  expect(remembered).toContain(
    "it remembers something from outside, such as an answer that was made after reading a page",
  );
  expect(remembered).not.toContain("has read");
});
