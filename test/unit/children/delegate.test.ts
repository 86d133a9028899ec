import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import { listScheduledTool } from "../../../src/tools/schedule.ts";
import { calls, type Move, rounds, says, text, wait } from "../../support/machine/rig.ts";
import { Family, type FamilyOptions } from "./family.ts";

const delegates = (request: ModelRequest): Move[] =>
  rounds(request) === 0
    ? [text("I pass it on. "), ...calls(["d1", "delegate", { agent: "scholar", task: "Count the owls" }])]
    : says("It is under way.");

async function delegating(child: FamilyOptions["child"], more: Partial<FamilyOptions> = {}): Promise<Family> {
  const family = new Family({ parent: delegates, child, ...more });
  await family.parent.reader.connect();
  await family.parent.say("How many owls?");
  return family;
}

function events({ parent }: Family, type: string) {
  return parent.reader.events.filter((event) => event.type === type);
}

it("a sub-agent answers with the model that its call names", async () => {
  const spawns = (request: ModelRequest): Move[] =>
    rounds(request) === 0
      ? calls(["s1", "spawn_agent", { task: "Count the owls", model: "openai/mock-2" }])
      : says("Three.");
  const family = new Family({ parent: spawns, child: () => says("Three owls.") });
  await family.parent.reader.connect();
  await family.parent.say("How many owls?");
  await family.timeline.pass(60_000);
  expect(family.child.store.meta.model).toBe("openai/mock-2");
});

describe("a delegate", () => {
  it("answers in the same conversation in its own name, after its sender has gone on", async () => {
    const family = await delegating(() => [wait(5_000), ...says("Three owls.")]);
    await family.timeline.pass(60_000);
    expect(family.parent.said()).toEqual([
      "user: How many owls?",
      "assistant: I pass it on. It is under way.",
      "assistant: Three owls.",
    ]);
    expect(family.parent.messages().at(-1)).toMatchObject({ agent: "scholar", author: "Scholar" });
    expect(family.parent.messages().at(-1)?.trust).toBeUndefined();
    expect(events(family, "child")).toMatchObject([
      { call_id: "d1", name: "Scholar", task: "Count the owls", depth: 1, state: "running" },
      { call_id: "d1", state: "completed", steps: 1, cost_usd: 0.01 },
    ]);
  });

  it("that cannot be begun says so", async () => {
    const family = await delegating(() => says("Three."), { refuses: () => true });
    await family.timeline.pass(60_000);
    expect(family.parent.said().at(-1)).toContain(
      "I could not do this: It couldn't be started. Nobody may begin",
    );
    expect(family.parent.messages().at(-1)?.status).toBe("failed");
  });

  it("that takes too long is given up, told to stop, and heard of once", async () => {
    const family = await delegating(() => [wait(2_000_000), ...says("At last.")]);
    await family.timeline.pass(15 * 60_000 + 10_000);
    expect(family.parent.said().at(-1)).toContain("took longer than it may");
    await family.timeline.pass(4_000_000);
    expect(family.parent.said().filter((line) => line.startsWith("assistant"))).toHaveLength(2);
    expect(family.child.said().at(-1)).toContain("(halted)");
  });

  it("stops when the person stops its conversation, though nothing runs there any more", async () => {
    const family = await delegating(() => [wait(60_000), ...says("Three.")]);
    await family.timeline.pass(10_000);
    await family.parent.halt();
    await family.timeline.pass(120_000);
    expect(events(family, "child").map((event) => event.type === "child" && event.state)).toContain("halted");
    expect(family.child.said().at(-1)).toContain("(halted)");
    expect(family.parent.said()).toHaveLength(2);
  });

  it("asks where its sender is, and is answered there though the turn has ended", async () => {
    const family = await delegating((request) =>
      rounds(request) === 0 ? calls(["q1", "ask_user", { question: "Which barn?" }]) : says("Three."),
    );
    await family.timeline.pass(10_000);
    expect(events(family, "question")).toMatchObject([{ call_id: "d1", question: "Which barn?" }]);
    expect(await family.parent.answer("d1", "old")).toMatchObject({ status: "accepted" });
    expect(events(family, "answered")).toMatchObject([{ call_id: "d1" }]);
    await family.timeline.pass(60_000);
    expect(family.parent.said().at(-1)).toBe("assistant: Three.");
  });
});

describe("a sub-agent", () => {
  const two = (request: ModelRequest): Move[] =>
    rounds(request) === 0
      ? calls(["a", "spawn_agent", { task: "one" }], ["b", "spawn_agent", { task: "two" }])
      : says("Both are back.");

  it("works beside another of the same step, and the turn goes on when both have reported", async () => {
    const family = new Family({ parent: two, child: () => [wait(10_000), ...says("Here.")] });
    await family.parent.say("Both");
    await family.timeline.pass(15_000);
    expect(family.children).toHaveLength(2);
    await family.timeline.pass(10_000);
    expect(family.parent.said().at(-1)).toBe("assistant: Both are back.");
  });

  it("stops with the turn that waits for it, and so does what it has set going itself", async () => {
    const family = new Family({
      parent: two,
      child: (request, { parent }) =>
        parent?.depth === 1 && rounds(request) === 0
          ? calls(["deep", "spawn_agent", { task: "deeper" }])
          : [wait(300_000), ...says("Late.")],
    });
    await family.parent.say("Both");
    await family.timeline.pass(20_000);
    expect(family.children).toHaveLength(4);
    await family.parent.halt();
    await family.timeline.pass(20_000);
    expect(family.parent.said().at(-1)).toContain("(halted)");
    for (const child of family.children) expect(child.said().at(-1)).toContain("(halted)");
    for (const member of family.members.values()) expect(member.store.children.open()).toEqual([]);
  });

  it("is not begun below the third level, nor beyond what one turn may begin", async () => {
    const family = new Family({
      parent: (request) =>
        rounds(request) === 0
          ? calls(
              ...Array.from({ length: 9 }, (_, at): [string, string, unknown] => [
                `c${at}`,
                "spawn_agent",
                { task: `t${at}` },
              ]),
            )
          : says("Done."),
      child: (request) =>
        rounds(request) === 0 ? calls(["deeper", "spawn_agent", { task: "deeper" }]) : says("Back."),
    });
    await family.parent.say("All");
    await family.timeline.pass(120_000);
    const depths = [...family.members.values()].map(({ store }) => store.meta.parent?.depth ?? 0);
    expect(Math.max(...depths)).toBe(3);
    expect(depths.filter((depth) => depth === 1)).toHaveLength(8);
    expect(family.parent.said().at(-1)).toBe("assistant: Done.");
  });

  it("that wants to use what needs a person's word has it from where it works for", async () => {
    const family = new Family({
      parent: two,
      rules: { list_scheduled: "ask" },
      tools: [listScheduledTool],
      child: (request) => (rounds(request) === 0 ? calls(["l", "list_scheduled", {}]) : says("Seen.")),
    });
    await family.parent.reader.connect();
    await family.parent.say("Both");
    await family.timeline.pass(10_000);
    expect(events(family, "approval")).toMatchObject([
      { call_id: "a", tool: "list_scheduled" },
      { call_id: "b", tool: "list_scheduled" },
    ]);
    await family.parent.decide("a", { decision: "once" });
    await family.parent.decide("b", { decision: "deny", reason: "Not now." });
    await family.timeline.pass(10_000);
    expect(family.parent.said().at(-1)).toBe("assistant: Both are back.");
    const [one, other] = family.children.map((child) => child.messages()[1]?.parts ?? []);
    expect(one?.find(({ type }) => type === "tool_result")).toMatchObject({ is_error: false });
    expect(other?.find(({ type }) => type === "tool_result")).toMatchObject({
      denied: { reason: "Not now." },
    });
  });
});
