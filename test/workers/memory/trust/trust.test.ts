/** Trust follows memory: each way in with each way out. docs/design/trust.md has the table. */
import { describe, expect, test } from "vitest";
import { createPolicy } from "../../../../src/tools/policy.ts";
import { scheduleMessageTool } from "../../../../src/tools/schedule.ts";
import { anAgent } from "../../../unit/tools/support.ts";
import { MARK } from "./scene.ts";
import { FROM_THE_PERSON } from "./their-own.ts";
import { afterComing, type Way } from "./way.ts";
import { FROM_OUTSIDE } from "./ways-in.ts";
import { type Shown, WAYS_OUT } from "./ways-out.ts";

const SCOPES = ["person", "agent:nightjar"] as const;

const shows = ({ text }: Shown) => text.includes(MARK);

/** Verdict on a call that a turn makes after it has seen this. */
function verdictAfter(shown: readonly Shown[]): string {
  const tainted = shown.some(({ isTainting }) => isTainting);
  const turn = { tainted, user_text: "", seen_urls: [] };
  const input = { text: MARK, in_seconds: 60 };
  return createPolicy().decide({ tool: scheduleMessageTool, input, agent: anAgent(), rules: {}, turn })
    .verdict;
}

describe("what came from outside", () => {
  test.each(FROM_OUTSIDE)("as %s is marked and taints wherever it comes before a model", async (...way) => {
    const scene = await afterComing(way);
    const leaks: string[] = [];
    for (const [name, look] of WAYS_OUT) {
      const shown = (await look(scene)).filter(shows);
      if (shown.some(({ isTainting }) => !isTainting)) leaks.push(name);
      if (shown.length > 0 && verdictAfter(shown) !== "ask") leaks.push(`${name}, unasked`);
    }
    expect(leaks).toEqual([]);
  });

  test("is not lost: it waits for its person, and is found by who looks for it", async () => {
    const lost: string[] = [];
    for (const way of FROM_OUTSIDE) {
      const { memory, owner } = await afterComing(way);
      const kept: string[] = [];
      for await (const line of memory.exportLines(owner, [...SCOPES])) kept.push(JSON.stringify(line));
      const found = await memory.search({ owner, scopes: SCOPES, query: MARK, limit: 9 });
      if (!kept.join().includes(MARK) && found.length === 0) lost.push(way[0]);
    }
    // A file's name is the file's. What a person has said themselves meanwhile needs nobody's suggestion; what says no
    // more than they did is theirs.
    expect(lost).toEqual([
      "the name of a file",
      "a near twin of what is known",
      "a note that a trusted one says again",
    ]);
  });

  test("changes nothing that is known", async () => {
    const named = (name: string) =>
      afterComing(FROM_OUTSIDE.find(([each]) => each === name) ?? ["", async () => undefined]);
    const rival = await named("a fact against one that is known");
    expect(await rival.memory.facts.list(rival.owner, { trust: "trusted" }, { limit: 5 })).toMatchObject([
      { value: "home", disputes: [] },
    ]);
    expect(await rival.memory.facts.list(rival.owner, { trust: "untrusted" }, { limit: 5 })).toMatchObject([
      { value: MARK, disputes: [expect.stringMatching(/^fct_/)] },
    ]);
    const state = await named("a state key that is there");
    expect((await state.memory.recall.standing({ owner: state.owner, agent: "nightjar" })).lines).toEqual([
      "rule: be brief",
    ]);
    const twin = await named("a near twin of what is known");
    expect(await twin.memory.memories.list(twin.owner, {}, { limit: 5 })).toMatchObject([
      { content: "Send each invoice to the office at the harbour", tags: [], trust: "trusted" },
    ]);
    const alias = await named("another name over one that is there");
    expect(await alias.memory.names.mainName(alias.owner, "Annie")).toBe("Ann");
  });
});

describe("what the person said", () => {
  test.each(FROM_THE_PERSON)("as %s asks nothing", async (...way) => {
    const scene = await afterComing(way);
    const asking: string[] = [];
    const places: string[] = [];
    for (const [name, look] of WAYS_OUT) {
      const shown = await look(scene);
      if (shown.some(({ isTainting }) => isTainting)) asking.push(name);
      if (shown.some(shows)) places.push(name);
    }
    expect(asking).toEqual([]);
    expect(places).not.toEqual([]);
  });
});

test("at least forty ways in from outside, each with every way out, and twenty of the person's that ask nothing", () => {
  const names = (ways: readonly Way[]) => new Set(ways.map(([name]) => name)).size;
  expect(names(FROM_OUTSIDE)).toBe(FROM_OUTSIDE.length);
  expect(FROM_OUTSIDE.length).toBeGreaterThanOrEqual(40);
  expect(names(FROM_THE_PERSON)).toBe(FROM_THE_PERSON.length);
  expect(FROM_THE_PERSON.length).toBeGreaterThanOrEqual(20);
  expect(WAYS_OUT.length).toBeGreaterThanOrEqual(12);
});
