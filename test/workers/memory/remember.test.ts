import { describe, expect, test } from "vitest";
import { override } from "../../../src/domain/override.ts";
import { priorityNow } from "../../../src/memory/write/decay.ts";
import type { NewMemory } from "../../../src/memory/write/remember.ts";
import { createMachine, DAY, type Machine, newOwner, START } from "./machine.ts";

const note = ({ memory, owner }: Machine, content: string, extra: Partial<NewMemory> = {}) =>
  memory.remember({ owner, scope: "person", content, origin: "tool", trust: "trusted", ...extra });

const all = async ({ memory, owner }: Machine) =>
  (await memory.memories.list(owner, {}, { limit: 50 })).map((each) => each.content).sort();

describe("memories", () => {
  test("the same thing in other words is one memory, in its fuller wording", async () => {
    const machine = createMachine();
    await note(machine, "Ann is allergic to shellfish", { tags: ["health"] });
    const again = await note(machine, "Ann is very allergic to all shellfish.", { tags: ["food"] });
    expect(again).toMatchObject({ status: "merged", memory: { tags: ["health", "food"] } });
    expect(await all(machine)).toEqual(["Ann is very allergic to all shellfish."]);
  });

  test.each([
    ["Ann likes olives", "Ann does not like olives"],
    ["The rent is 900 euros a month", "The rent is 950 euros a month"],
    ["Ann likes to paint birds in spring", "Ben likes to bake bread in winter"],
  ])("%s and %s are two", async (first, second) => {
    const machine = createMachine();
    await note(machine, first);
    expect((await note(machine, second)).status).toBe("stored");
    expect(await all(machine)).toEqual([first, second].sort());
  });

  test.each([
    ["The user asked about the weather", "what happened in the chat"],
    ["Things you remember about the user: likes tea", "restates"],
    ["The key is sk-abcdefghijklmnop1234", "secret"],
    ["!!!", "no words"],
    ["x".repeat(5_000), "5000 characters"],
  ])("%.40s is refused", async (content, reason) => {
    const machine = createMachine();
    const outcome = await note(machine, content);
    expect(outcome).toMatchObject({ status: "refused", problem: expect.stringContaining(reason) });
    expect(await all(machine)).toEqual([]);
  });

  test("a short-term memory fades with time, and being recalled refreshes it", async () => {
    const machine = createMachine();
    const { memory, owner } = machine;
    await note(machine, "Ann is reading a novel about otters", { tier: "short_term" });
    const recall = async () =>
      (
        await memory.recall.recall(
          { owner, agent: "a" },
          { query: "which novel about otters", limit: 5 },
          new AbortController().signal,
        )
      ).length;
    machine.later(20 * DAY);
    expect(await recall()).toBe(1);
    machine.later(20 * DAY);
    // Refreshed on day 20, so that on day 40 it is as good as twenty days old.
    await expect.poll(recall).toBe(1);
    machine.later(40 * DAY);
    expect(await recall()).toBe(0);
  });

  test("priority falls by the tier's rate a day and a sticky memory's does not", () => {
    const short = { priority: 0.6, decay_rate: 0.02, last_accessed: START, sticky: false };
    expect(priorityNow(short, START + 10 * DAY)).toBeCloseTo(0.4);
    expect(priorityNow(short, START + 50 * DAY)).toBe(0);
    expect(priorityNow({ ...short, sticky: true }, START + 500 * DAY)).toBe(0.6);
  });

  test("the daily expiry takes faded memories out of search, and a person can bring one back", async () => {
    const machine = createMachine();
    const { memory, owner } = machine;
    await note(machine, "Ann parked the car on level three", { tier: "short_term" });
    await note(machine, "Ann was born in Uppsala", { tier: "long_term" });
    machine.later(60 * DAY);
    const { faded } = await memory.expire(async () => {});
    expect(faded).toBeGreaterThanOrEqual(1);
    expect(await machine.find("where is the car parked")).toEqual([]);
    expect((await machine.find("born in Uppsala")).length).toBe(1);
    const [gone] = await memory.memories.list(owner, { faded: true }, { limit: 5 });
    expect(gone?.content).toBe("Ann parked the car on level three");
  });

  test("sticky memories, sticky facts and state keys stand before every turn", async () => {
    const machine = createMachine();
    const { memory, owner } = machine;
    await note(machine, "Ann is deaf in the left ear", { sticky: true });
    await note(machine, "Ann likes jazz");
    await memory.writeFact({
      owner,
      scope: "person",
      entity: "Ann",
      attribute: "language",
      value: "Swedish",
      sticky: true,
      origin: "person",
      trust: "trusted",
    });
    await memory.states.set(owner, { trust: "trusted", scope: "person", key: "project", value: "the boat" });
    expect((await memory.recall.standing({ owner, agent: "a" })).lines).toEqual([
      "Ann is deaf in the left ear",
      "Ann, language: Swedish",
      "project: the boat",
    ]);
    expect((await memory.recall.standing({ owner: newOwner(), agent: "a" })).lines).toEqual([]);
  });
});

describe("recall", () => {
  test("brings up what is due by itself, whatever the question", async () => {
    const { memory, owner, later } = createMachine();
    await memory.addCommitment({
      owner,
      scope: "person",
      what: "send the draft to the printer",
      who: "Ann",
      due_at: START + DAY,
      origin: "tool",
      trust: "trusted",
    });
    later(3 * DAY);
    const items = await memory.recall.recall(
      { owner, agent: "a" },
      { query: "hello", limit: 5 },
      new AbortController().signal,
    );
    expect(items.map((item) => item.text)).toEqual([
      "Overdue since 2026-03-03: send the draft to the printer (Ann)",
    ]);
  });

  test("leaves out the newest turns of the conversation itself: they are in its history", async () => {
    const { memory, owner, say } = createMachine();
    await say("cnv_now", ["Ann", "My bicycle is a blue tandem"]);
    await say("cnv_old", ["Ann", "The tandem was stolen in April"]);
    const signal = new AbortController().signal;
    const items = await memory.recall.recall(
      { owner, agent: "a", conversation_id: "cnv_now" },
      { query: "my tandem", limit: 5 },
      signal,
    );
    expect(items.map((item) => item.text)).toEqual(["Ann: The tandem was stolen in April"]);
  });

  test("gives nothing rather than wait when its time is over", async () => {
    const { memory, owner, say } = createMachine();
    await say("cnv_t", ["Ann", "The tandem is blue"]);
    expect(
      await memory.recall.recall({ owner, agent: "a" }, { query: "tandem", limit: 5 }, AbortSignal.abort()),
    ).toEqual([]);
  });

  test("a store that fails is told to the log and not to the turn", async () => {
    const machine = createMachine();
    const broken = override(machine.storage.chunks, {
      find: () => Promise.reject(new Error("D1 is away")),
    });
    const { memory, owner, failures } = createMachine({
      deps: { storage: { ...machine.storage, chunks: broken } },
    });
    expect(
      await memory.recall.recall(
        { owner, agent: "a" },
        { query: "tandem", limit: 5 },
        new AbortController().signal,
      ),
    ).toEqual([]);
    expect(failures).toEqual(["recall: Error: D1 is away"]);
  });
});
