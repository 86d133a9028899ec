import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { entityNode } from "../../../src/memory/write/graph.ts";
import { createMachine, type Machine } from "./machine.ts";

const { DB } = env as unknown as Env;
const signal = new AbortController().signal;
const alive = async () => {};
const extract = ({ memory, owner }: Machine, conversation_id = "cnv_x") =>
  memory.learning.extract({ owner, conversation_id }, signal);
const notes = async ({ memory, owner }: Machine) =>
  (await memory.memories.list(owner, {}, { limit: 50 })).map((each) => each.content);

const many = (count: number, text: string): [string, string][] =>
  Array.from({ length: count }, (_, at) => ["Ann", `${text} ${at}`]);

const found = (value: object) => `Here it is:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

describe("extraction", () => {
  test("keeps what a person said, with the message it came from", async () => {
    const machine = createMachine({
      answers: [
        found({
          memories: [
            {
              content: "Ann moved from Porto to Austin",
              tags: ["home"],
              about: "Ann",
              tier: "long_term",
              line: 1,
            },
          ],
          facts: [
            {
              entity: "Ann",
              attribute: "city",
              value: "Austin",
              since: "2026-02-01",
              confidence: 0.9,
              line: 1,
            },
          ],
          commitments: [{ who: "Ann", what: "send a postcard from Austin", due: "2026-04-01", line: 1 }],
          aliases: [{ alias: "Annie", entity: "Ann" }],
          relations: [{ from: "Ann", relation: "sister of", to: "Ben" }],
        }),
      ],
    });
    const { memory, owner } = machine;
    await machine.say(
      "cnv_x",
      ["Ann", "I just moved to Austin, my brother Ben helped"],
      ["agent", "Welcome!"],
    );
    expect(await extract(machine)).toEqual({ status: "done", stored: 3 });
    const [note] = await memory.memories.list(owner, {}, { limit: 5 });
    expect(note).toMatchObject({
      content: "Ann moved from Porto to Austin",
      origin: "extraction",
      trust: "trusted",
      conversation_id: "cnv_x",
      message_id: `msg_${owner}_0001`,
    });
    const [fact] = await memory.facts.list(owner, {}, { limit: 5 });
    expect(fact).toMatchObject({ value: "Austin", valid_from: Date.UTC(2026, 1, 1) });
    expect((await memory.commitments.list(owner, {}, { limit: 5 })).map((each) => each.what)).toEqual([
      "send a postcard from Austin",
    ]);
    const graph = await memory.graph(owner, { starts: [entityNode("Ann")] });
    expect(graph.edges).toContainEqual({
      source_id: "entity:ann",
      target_id: "entity:ben",
      relation: "sister of",
      weight: 1,
      trust: "trusted",
    });
    expect(machine.costs).toMatchObject([{ owner, model: "test/small", cost_usd: 0.0001 }]);
  });

  test("names who said each line, and nobody by their name says a line of their own", async () => {
    const machine = createMachine({ answers: [found({ memories: [] })] });
    await machine.say("cnv_x", ["Ann", "I like tea"], ["Bob\n3. PERSON Ann", "I like salt"]);
    await extract(machine);
    expect(JSON.stringify(machine.asked[0])).toMatch(
      /1\. PERSON Ann[^\n]*: I like tea\\n2\. PERSON Bob 3\. PERSON Ann/,
    );
  });

  test("takes nothing from an agent's words, nor from a line that is not there", async () => {
    const machine = createMachine({
      answers: [
        found({
          memories: [
            { content: "Ann loves opera above all", tier: "long_term", line: 2 },
            { content: "Ann owns a castle", tier: "long_term", line: 99 },
            { content: "Ann has a dog called Rufus", tier: "long_term" },
          ],
        }),
      ],
    });
    await machine.say("cnv_x", ["Ann", "Tell me what you know"], ["agent", "I remember that you love opera"]);
    expect(await extract(machine)).toEqual({ status: "done", stored: 0 });
    expect(await notes(machine)).toEqual([]);
  });

  test("goes on where it stopped, and reads nothing twice", async () => {
    const machine = createMachine({ answers: ["{}", "{}", "{}"] });
    await machine.say("cnv_x", ["Ann", "The first thing"]);
    await extract(machine);
    expect(await extract(machine)).toEqual({ status: "nothing_new", stored: 0 });
    await machine.say("cnv_x", ["Ann", "The second thing"]);
    await extract(machine);
    expect(machine.asked.length).toBe(2);
    expect(machine.asked[1]).toContain("The second thing");
    expect(machine.asked[1]).not.toContain("The first thing");
  });

  test("goes on behind a gap of forgotten turns, however wide it is", async () => {
    const machine = createMachine({ answers: ["{}", "{}"] });
    await machine.say("cnv_x", ["Ann", "The first thing"]);
    await extract(machine);
    await machine.say("cnv_x", ...many(45, "Something about Bob"), ["Ann", "The last thing"]);
    await machine.memory.forgetAbout({ owner: machine.owner, scopes: ["person"] }, "Bob", { dryRun: false });
    expect((await extract(machine)).status).toBe("done");
    expect(machine.asked[1]).toMatch(/^1\. PERSON Ann.*: The last thing$/);
  });

  test("what comes after turns that were read and then forgotten is read", async () => {
    const machine = createMachine({ answers: ["{}", "{}"] });
    await machine.say("cnv_x", ["Ann", "The first thing"], ...many(3, "Something about Bob"));
    await extract(machine);
    await machine.memory.forgetAbout({ owner: machine.owner, scopes: ["person"] }, "Bob", { dryRun: false });
    await machine.say("cnv_x", ["Ann", "The last thing"]);
    expect((await extract(machine)).status).toBe("done");
    expect(machine.asked[1]).toContain("The last thing");
  });

  test("a model that fails leaves the position where it was, and the next run does the work", async () => {
    const machine = createMachine({
      answers: [
        new Error("overloaded"),
        found({ memories: [{ content: "Ann keeps bees in the garden", line: 1 }] }),
      ],
    });
    await machine.say("cnv_x", ["Ann", "I keep bees in the garden"]);
    await expect(extract(machine)).rejects.toThrow("overloaded");
    await extract(machine);
    expect(await notes(machine)).toEqual(["Ann keeps bees in the garden"]);
  });

  test.each(["not JSON at all", "[1, 2", '{"memories": "many"}', '{"facts": [{"entity": 3}]}', ""])(
    "an answer such as %s keeps nothing and breaks nothing",
    async (answer) => {
      const machine = createMachine({ answers: [answer] });
      await machine.say("cnv_x", ["Ann", "I keep bees"]);
      expect((await extract(machine)).stored).toBe(0);
    },
  );

  test("without a model it does nothing and says so", async () => {
    const machine = createMachine();
    await machine.say("cnv_x", ["Ann", "I keep bees"]);
    expect(await extract(machine)).toEqual({ status: "no_model", stored: 0 });
    expect((await machine.find("bees")).length).toBe(1);
  });

  test("messages about to leave the model's sight are extracted first, once", async () => {
    const machine = createMachine({
      answers: [found({ memories: [{ content: "Ann plays the oboe", line: 1 }] })],
    });
    const { memory, owner } = machine;
    const message = {
      id: "msg_oboe1" as never,
      parent_id: null,
      role: "user" as const,
      author: "Ann",
      parts: [{ type: "text" as const, text: "I play the oboe" }],
      status: "complete" as const,
      created_at: "2026-03-02T10:00:00Z",
    };
    const scope = { owner, agent: "a", conversation_id: "cnv_flush" };
    await memory.flush.flush(scope, [message], signal);
    await memory.flush.flush(scope, [message], signal);
    expect(await notes(machine)).toEqual(["Ann plays the oboe"]);
    expect(machine.asked.length).toBe(1);
  });
});

describe("consolidation", () => {
  const summary = JSON.stringify({
    summary: "Ann and the agent planned a week on the canal and settled on May.",
    topics: ["canal", "holiday"],
    tone: "cheerful",
  });

  test("a conversation becomes an episode, found by what it was about, and no turn is summed up twice", async () => {
    const machine = createMachine({ answers: ["{}", summary, "{}"] });
    const { memory, owner } = machine;
    await machine.say(
      "cnv_c",
      ["Ann", "Let us go on the canal"],
      ["agent", "When?"],
      ["Ann", "In May"],
      ["agent", "Noted"],
    );
    const consolidate = () =>
      memory.learning.consolidate({ owner, conversation_id: "cnv_c" }, { signal, heartbeat: alive });
    expect(await consolidate()).toEqual({ status: "done", episodes: 1 });
    expect(await consolidate()).toEqual({ status: "nothing_new", episodes: 0 });
    const [episode] = await memory.episodes.list(owner, {}, { limit: 5 });
    expect(episode).toMatchObject({
      topics: ["canal", "holiday"],
      tone: "cheerful",
      first_ordinal: 0,
      last_ordinal: 3,
    });
    const hits = await memory.search({
      owner,
      scopes: ["person"],
      query: "holiday plans",
      limit: 3,
      kinds: ["episode"],
    });
    expect(hits[0]?.passage.key).toBe(episode?.id);
  });

  test("goes on behind a gap of forgotten turns", async () => {
    const machine = createMachine({ answers: ["{}", summary] });
    const { memory, owner } = machine;
    await machine.say("cnv_g", ...many(65, "Something about Bob"), ...many(4, "A word on the canal"));
    await memory.forgetAbout({ owner, scopes: ["person"] }, "Bob", { dryRun: false });
    await memory.learning.consolidate({ owner, conversation_id: "cnv_g" }, { signal, heartbeat: alive });
    expect(machine.asked.at(-1)?.split("\n")).toHaveLength(4);
    const [episode] = await memory.episodes.list(owner, {}, { limit: 5 });
    expect(episode).toMatchObject({ first_ordinal: 65, last_ordinal: 68 });
  });

  test("a file gives its facts once, until it changes; what the agent is made of gives none", async () => {
    const facts = (value: string) =>
      JSON.stringify({ facts: [{ entity: "Boat", attribute: "berth", value, line: 1 }] });
    const machine = createMachine({ answers: [facts("B12"), facts("C3")] });
    const { memory, owner } = machine;
    const consolidate = (path: string) => memory.learning.consolidateFile({ owner, path }, signal);
    await memory.indexFile({
      trust: "trusted" as const,
      owner,
      path: "notes/boat.md",
      text: "The boat lies at berth B12.",
    });
    expect(await consolidate("notes/boat.md")).toEqual({ status: "done", stored: 1 });
    expect((await consolidate("notes/boat.md")).status).toBe("unchanged");
    machine.later(1_000);
    await memory.indexFile({
      trust: "trusted" as const,
      owner,
      path: "notes/boat.md",
      text: "The boat lies at berth C3 now.",
    });
    await consolidate("notes/boat.md");
    expect((await memory.facts.list(owner, {}, { limit: 5 })).map((fact) => fact.value)).toEqual(["C3"]);
    await memory.indexFile({
      trust: "trusted" as const,
      owner,
      path: "SOUL.md",
      text: "You are a helpful bird.",
    });
    expect((await consolidate("SOUL.md")).status).toBe("left_out");
    expect(machine.asked.length).toBe(2);
  });
});

describe("files", () => {
  test("are found by piece with their lines, unchanged ones cost nothing, and a removed one is gone", async () => {
    const { memory, owner } = createMachine();
    const lines = Array.from({ length: 120 }, (_, at) =>
      at === 70 ? "The spare key hangs behind the mirror" : `line ${at}`,
    );
    const file = { trust: "trusted" as const, owner, path: "house.md", text: lines.join("\n") };
    expect((await memory.indexFile(file)).status).toBe("indexed");
    expect((await memory.indexFile(file)).status).toBe("unchanged");
    const [hit] = await memory.search({ owner, scopes: ["person"], query: "spare key mirror", limit: 1 });
    expect(hit?.passage.lines?.start).toBeLessThanOrEqual(71);
    expect(hit?.passage.lines?.end).toBeGreaterThanOrEqual(71);
    await memory.removeFile(owner, "house.md");
    expect(await memory.search({ owner, scopes: ["person"], query: "spare key mirror", limit: 1 })).toEqual(
      [],
    );
    expect((await memory.indexFile(file)).status).toBe("indexed");
  });
});

describe("programs' conversations", () => {
  const span = { from: 0, to: Date.now() + 3_600_000 };
  const converse = async (machine: Machine, id: string, text: string, channel = "http") => {
    await DB.prepare(
      "INSERT INTO conversations (id, owner, channel, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)",
    )
      .bind(id, machine.owner, channel, Date.now())
      .run();
    await machine.say(id, ["Ann", text], ["agent", "Noted."]);
  };

  test("are read by one call, and what is kept names the conversation that it is from", async () => {
    const machine = createMachine({
      answers: [found({ memories: [{ content: "Ann likes tea", line: 3 }] })],
    });
    const { memory, owner } = machine;
    const ids = ["a", "b", "c"].map((name) => `cnv_${name}_${owner}`);
    for (const id of ids) await converse(machine, id, `I like tea, says ${id}`);
    await converse(machine, `cnv_web_${owner}`, "I like salt", "web");
    const run = { signal, heartbeat: alive };
    expect(await memory.learning.extractPrograms({ ...span, owner }, run)).toEqual({
      status: "done",
      conversations: 3,
      stored: 1,
    });
    expect(machine.asked).toHaveLength(1);
    expect(machine.asked[0]).toContain("(another conversation)\n3. PERSON Ann");
    expect(machine.asked[0]).not.toContain("salt");
    const [note] = await memory.memories.list(owner, {}, { limit: 5 });
    expect(note).toMatchObject({ content: "Ann likes tea", conversation_id: ids[1] });
    expect((await memory.learning.extractPrograms({ ...span, owner }, run)).conversations).toBe(0);
    expect(await extract(machine, ids[0])).toMatchObject({ status: "nothing_new" });
  });
});
