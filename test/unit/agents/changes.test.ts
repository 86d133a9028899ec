import { describe, expect, it } from "vitest";
import type { AgentFields } from "../../../src/agents/fields.ts";
import { changesBetween } from "../../../src/agents/fields.ts";
import { AGENT_DEFAULTS } from "../../../src/domain/agent.ts";
import { type DiffLine, lineDiff } from "../../../src/domain/text/line-diff.ts";

const BEFORE: AgentFields = { ...AGENT_DEFAULTS, name: "Keeper", instructions: "Be calm.\nKeep things." };

const SIGNS = { same: " ", added: "+", removed: "-" };
const shown = (lines: readonly DiffLine[]) => lines.map(({ op, text }) => `${SIGNS[op]}${text}`);

/** What somebody reads who knows one side only. */
const side = (lines: readonly DiffLine[], op: DiffLine["op"]) =>
  lines.flatMap((line) => (line.op === "same" || line.op === op ? [line.text] : [])).join("\n");

describe("what differs between two versions", () => {
  it("is nothing between the same", () => {
    expect(changesBetween(BEFORE, structuredClone(BEFORE))).toEqual([]);
  });

  it("is told a setting at a time, with what it was and is", () => {
    const limits = { ...BEFORE.limits, max_steps: 3, max_input_chars: 500 };
    const after = { ...BEFORE, name: "Warden", tools: { think: "deny" as const }, limits };
    expect(changesBetween(BEFORE, after)).toEqual([
      { field: "limits.max_input_chars", before: null, after: 500 },
      { field: "limits.max_steps", before: 50, after: 3 },
      { field: "name", before: "Keeper", after: "Warden" },
      { field: "tools.think", before: null, after: "deny" },
    ]);
  });

  it("of instructions is told line by line", () => {
    const [change] = changesBetween(BEFORE, { ...BEFORE, instructions: "Be calm.\nGuard things.\nSleep." });
    expect(shown(change?.lines ?? [])).toEqual([" Be calm.", "-Keep things.", "+Guard things.", "+Sleep."]);
  });
});

describe("lines", () => {
  it.each([
    ["", ""],
    ["a", ""],
    ["", "a\nb"],
    ["a\nb\nc", "a\nc"],
    ["a\nc", "a\nb\nc"],
    ["a\nb\na\nb", "b\na\nb\na"],
    ["x\na\nb\nc\ny", "x\nc\nb\na\ny"],
    ["same\nsame\nsame", "same\nsame"],
  ])("of %j and %j give both texts back", (before, after) => {
    const lines = lineDiff(before, after);
    expect([side(lines, "removed"), side(lines, "added")]).toEqual([before, after]);
  });

  it("that stayed are found around what moved", () => {
    expect(shown(lineDiff("a\nb\nc\nd", "a\nc\nd\ne"))).toEqual([" a", "-b", " c", " d", "+e"]);
  });

  it("of texts that are too long to compare are told as replaced", () => {
    const many = (word: string) => Array.from({ length: 2_500 }, (_, n) => `${word} ${n}`).join("\n");
    const lines = lineDiff(many("old"), many("new"));
    expect(lines).toHaveLength(5_000);
  });
});
