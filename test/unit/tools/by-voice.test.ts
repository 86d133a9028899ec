/** The calls that a spoken yes may allow. */
import { expect, test } from "vitest";
import type { Sink, Tool } from "../../../src/agent/ports/tool.ts";
import type { TurnTrust } from "../../../src/agent/ports/trust.ts";
import { createPolicy } from "../../../src/tools/policy.ts";
import { thinkTool } from "../../../src/tools/think.ts";
import { anAgent } from "./support.ts";

const CLEAN: TurnTrust = {
  tainted: false,
  user_text: "Write to ann@example.com, pay 20 euros",
  seen_urls: [],
};
const INSIDE: Tool = { ...thinkTool, name: "note_down" };

function isForVoice(tool: Partial<Tool>, turn: TurnTrust = CLEAN, input: object = { text: "Tea" }): boolean {
  const agent = anAgent({ tools: { "*": "ask" } });
  const asked = { tool: { ...INSIDE, ...tool }, input, agent, rules: agent.tools, turn };
  const verdict = createPolicy().decide(asked);
  if (verdict.verdict !== "ask") throw new Error(`It is ${verdict.verdict}.`);
  return verdict.by_voice === true;
}

const sink = (kind: Sink["kind"], value: string) => ({ sinks: () => [{ path: "it", kind, value }] });

test("a call that stays inside and can be undone may be allowed by a spoken yes", () => {
  expect(isForVoice({})).toBe(true);
});

test("nothing may be that the turn's outside content could have prompted, or that others read along", () => {
  expect(isForVoice({}, { ...CLEAN, tainted: true })).toBe(false);
  expect(isForVoice({}, { ...CLEAN, read_by: "members of the group" })).toBe(false);
});

test("nothing may be that reaches outside, is acted on later, or can't be undone", () => {
  expect(isForVoice({ reach: "outside" })).toBe(false);
  expect(isForVoice({ touches: () => ({ to: "urls", urls: ["https://example.com"] }) })).toBe(false);
  expect(isForVoice({ touches: () => ({ to: "elsewhere", what: "wake the agent" }) })).toBe(false);
  expect(isForVoice({ irreversible: () => "delete the file" })).toBe(false);
});

test("nothing may be that wants a person's consent, or asks first whatever the rules are", () => {
  expect(isForVoice({ consent: () => "reach example.com with your key" })).toBe(false);
  expect(isForVoice({ asks_first: () => "create an agent" })).toBe(false);
});

test.each([
  ["money", "amount", "20 euros"],
  ["a recipient, even one whom the person has named", "destination", "ann@example.com"],
  ["an address", "address", "https://example.com"],
  ["a secret", "secret", "1234"],
  ["a deed that destroys", "act", "delete"],
  ["a thing that the person has not named", "selector", "entry 9"],
] as const)("nothing may be that decides about %s", (_, kind, value) => {
  expect(isForVoice(sink(kind, value))).toBe(false);
});

test("a call that is too long to be read aloud may not be", () => {
  expect(isForVoice({}, CLEAN, { text: "x".repeat(400) })).toBe(false);
});
