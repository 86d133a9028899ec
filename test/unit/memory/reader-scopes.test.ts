import { describe, expect, it } from "vitest";
import { turnMemory } from "../../../src/domain/agent.ts";
import { homeScope, readerAt, scopesOf } from "../../../src/memory/read/scopes.ts";

const AT = { owner: "psn_ann", agent: "keeper", conversation_id: "cnv_1" };

describe("what a turn remembers by", () => {
  it.each([
    ["owner", false, "person"],
    ["own", false, "agent"],
    ["conversation", false, "place"],
    ["none", false, "nothing"],
    ["owner", true, "place"],
    ["own", true, "place"],
    ["conversation", true, "place"],
    ["none", true, "nothing"],
  ] as const)("of an agent with %s, shared: %j, is %s", (of, isShared, memory) => {
    expect(turnMemory(of, isShared)).toBe(memory);
  });
});

describe("who goes by an agent's own memory alone", () => {
  const reader = readerAt({ ...AT, alone: true });

  it("sees that and adds to that", () => {
    expect([scopesOf(reader), homeScope(reader)]).toEqual([["agent:keeper"], "agent:keeper"]);
  });

  it("sees the place's where the place keeps its own", () => {
    expect(scopesOf(readerAt({ ...AT, alone: true, apart: true }))).toEqual(["conversation:cnv_1"]);
    expect(scopesOf(readerAt({ ...AT, alone: true, room: "bar" }))).toEqual(["room:bar"]);
  });
});
