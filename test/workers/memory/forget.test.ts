import { describe, expect, test } from "vitest";
import type { DeepProgress } from "../../../src/memory/read/deep-memory.ts";
import { createMachine, DAY, DB, type Machine } from "./machine.ts";
import { aScene } from "./trust/scene.ts";

async function fill({ memory, owner, say }: Machine): Promise<void> {
  await memory.names.add(owner, { trust: "trusted", alias: "Bob", entity: "Robert Smith" });
  const mine = { owner, scope: "person" as const, origin: "tool" as const, trust: "trusted" as const };
  await memory.remember({ ...mine, content: "Robert Smith collects stamps", about: "Robert Smith" });
  await memory.remember({ ...mine, content: "Clara collects spoons", about: "Clara" });
  await memory.writeFact({ ...mine, entity: "Bob", attribute: "city", value: "Oslo" });
  await memory.writeFact({ ...mine, entity: "Bob", attribute: "city", value: "Bergen" });
  await memory.writeFact({ ...mine, entity: "Clara", attribute: "city", value: "Rome" });
  await memory.relations.write({ ...mine, from: "Bob", relation: "is the brother of", to: "Clara" });
  await memory.addCommitment({ ...mine, what: "return the ladder", who: "Bob" });
  await memory.addCommitment({ ...mine, what: "water the plants", who: "Clara" });
  const { states } = memory;
  await states.set(owner, {
    trust: "trusted",
    scope: "person",
    key: "bob_birthday",
    value: "the ladder comes in May",
  });
  await states.set(owner, {
    trust: "trusted",
    scope: "person",
    key: "guest",
    value: "Robert Smith, until Friday",
  });
  await states.set(owner, { trust: "trusted", scope: "person", key: "mood", value: "about the bobbin" });
  await say("cnv_b", ["Ann", "Bob was here today"], ["Ann", "The bobbin of the machine broke"]);
}

describe("forgetting", () => {
  test("everything about somebody goes, under each name, from every store; the rest stays", async () => {
    const machine = createMachine();
    const { memory, owner } = machine;
    await fill(machine);
    const reader = { owner, scopes: ["person" as const] };
    const counted = await memory.forgetAbout(reader, "Bob", { dryRun: true });
    expect(counted).toEqual({
      memories: 1,
      facts: 2,
      episodes: 0,
      commitments: 1,
      wishes: 0,
      states: 2,
      relations: 1,
      passages: 1,
    });
    expect((await memory.facts.list(owner, { history: true }, { limit: 9 })).length).toBe(3);

    await memory.forgetAbout(reader, "Bob", { dryRun: false });
    for (const table of [
      "memories",
      "facts",
      "commitments",
      "memory_state",
      "chunks",
      "entity_aliases",
      "memory_edges",
    ]) {
      const { results } = await DB.prepare(`SELECT * FROM ${table} WHERE owner = ?`).bind(owner).all();
      expect(JSON.stringify(results), table).not.toMatch(/Bob\b|Robert|Bergen|Oslo|ladder/);
    }
    expect(await machine.find("Clara")).toContain("Clara collects spoons");
    expect(await machine.find("bobbin machine")).toContain("The bobbin of the machine broke");
    expect(await memory.states.all(owner, ["person"])).toMatchObject([{ key: "mood" }]);
    expect(await memory.forgetAbout(reader, "Bob", { dryRun: true })).toEqual({
      memories: 0,
      facts: 0,
      episodes: 0,
      commitments: 0,
      wishes: 0,
      states: 0,
      relations: 0,
      passages: 0,
    });
  });

  test("a deleted message goes with what was learnt from it, and nothing else", async () => {
    const { memory, owner, say } = createMachine();
    const of = (message_id: string) => ({
      ...{ owner, scope: "person" as const, origin: "extraction" as const, trust: "trusted" as const },
      ...{ conversation_id: "cnv_d", message_id },
    });
    await say("cnv_d", ["Ann", "My code is 4711"], ["Ann", "My dog is Rex"]);
    const chunk = await DB.prepare("SELECT key FROM chunks WHERE owner = ? AND text LIKE '%4711%'")
      .bind(owner)
      .first();
    const message_id = String(chunk?.["key"]);
    await memory.remember({ ...of(message_id), content: "Ann's code is 4711", about: "Ann" });
    await memory.writeFact({ ...of(message_id), entity: "Ann", attribute: "code", value: "4711" });
    await memory.addCommitment({ ...of(message_id), what: "keep 4711 to oneself", who: "Ann" });
    await memory.remember({ ...of("msg_other00000"), content: "Ann's dog is Rex", about: "Ann" });
    expect(await memory.forgetMessage(owner, { conversation_id: "cnv_d", message_id })).toBe(4);
    for (const table of ["memories", "facts", "commitments", "chunks"]) {
      const { results } = await DB.prepare(`SELECT * FROM ${table} WHERE owner = ?`).bind(owner).all();
      expect(JSON.stringify(results), table).not.toContain("4711");
    }
    expect(await memory.memories.list(owner, {}, { limit: 9 })).toMatchObject([
      { content: "Ann's dog is Rex" },
    ]);
  });

  test("it goes from what has faded, too", async () => {
    const { memory, storage, owner } = createMachine();
    const mine = { owner, scope: "person" as const, origin: "tool" as const, trust: "trusted" as const };
    await memory.remember({ ...mine, content: "Bob likes pears", about: "Bob" });
    await memory.remember({ ...mine, content: "Clara likes plums", about: "Clara" });
    await DB.prepare("UPDATE memories SET faded_at = 1 WHERE owner = ?").bind(owner).run();
    await storage.chunks.remove(owner, "memories");
    const reader = { owner, scopes: ["person" as const] };
    const counted = await memory.forgetAbout(reader, "Bob", { dryRun: true });
    expect(counted).toMatchObject({ memories: 1 });
    await memory.forgetAbout(reader, "Bob", { dryRun: false });
    const left = await memory.memories.list(owner, {}, { limit: 9 });
    expect(left.map(({ content }) => content)).toEqual(["Clara likes plums"]);
  });

  test("one owner's forgetting touches nobody else's memory", async () => {
    const [one, other] = [createMachine(), createMachine()];
    await fill(one);
    await fill(other);
    await one.memory.forgetAbout({ owner: one.owner, scopes: ["person"] }, "Robert Smith", { dryRun: false });
    expect(await other.find("who collects stamps")).toContain("Robert Smith collects stamps");
    const [theirs] = await other.memory.memories.list(other.owner, {}, { limit: 1 });
    expect(await one.memory.forgetItem(one.owner, theirs?.id ?? "")).toBe(false);
  });

  test("a name in a script without spaces is forgotten too", async () => {
    const { memory, owner, say, find } = createMachine();
    await say("cnv_j", ["Ann", "昨日田中さんに会いました"], ["Ann", "今日は雨です"]);
    await memory.addCommitment({
      owner,
      scope: "person",
      origin: "tool",
      trust: "trusted",
      what: "田中さんに電話する",
      who: "Ann",
    });
    await memory.states.set(owner, {
      trust: "trusted",
      scope: "person",
      key: "次",
      value: "田中さんの返事を待つ",
    });
    const gone = await memory.forgetAbout({ owner, scopes: ["person"] }, "田中", { dryRun: false });
    expect(gone).toMatchObject({ passages: 1, commitments: 1, states: 1 });
    expect(await find("田中")).toEqual([]);
    expect(await find("雨")).toEqual(["今日は雨です"]);
  });
});

describe("the export", () => {
  test("holds everything of the owner, history included", async () => {
    const machine = createMachine();
    await fill(machine);
    const lines = [];
    for await (const line of machine.memory.exportLines(machine.owner, ["person"])) lines.push(line.type);
    expect(lines.sort()).toEqual(
      [
        "memory",
        "memory",
        "fact",
        "fact",
        "fact",
        "commitment",
        "commitment",
        "alias",
        "relation",
        "state",
        "state",
        "state",
      ].sort(),
    );
  });
});

describe("deep memory", () => {
  test("searches from each angle, tells its progress, and writes prose of what it found", async () => {
    const machine = createMachine({
      answers: [JSON.stringify([["stamps"], ["collection", "hobby"]]), "Bob collects stamps."],
    });
    const { memory, owner } = machine;
    await fill(machine);
    const progress: DeepProgress[] = [];
    const result = await memory.deep({
      owner,
      scopes: ["person"],
      conversation_id: "cnv_d",
      query: "what does Bob do for fun",
      style: "narrative",
      signal: new AbortController().signal,
      progress: (data) => progress.push(data),
    });
    expect(progress.map((each) => each.status)).toEqual(["expanding", "searching", "found"]);
    expect(progress[1]).toEqual({ status: "searching", searches: [["stamps"], ["collection", "hobby"]] });
    expect(result).toMatchObject({ text: "Bob collects stamps.", style: "narrative" });
    expect(result.hits.map((hit) => hit.passage.text)).toContain("Robert Smith collects stamps");
    expect(result.related.map((node) => node.label)).toContain("robert smith");
  });

  test("takes what was said, and not an agent's repeating of it", async () => {
    const { memory, owner, say } = createMachine();
    await say("cnv_first", ["Ann", "My locker at the gym has the number 4417."]);
    await say("cnv_later", ["agent", "According to my memory, your locker at the gym has the number 4417."]);
    const result = await memory.deep({
      owner,
      scopes: ["person"],
      conversation_id: "cnv_d",
      query: "number of the gym locker",
      style: "structured",
      signal: new AbortController().signal,
      progress: () => {},
    });
    expect(result.hits.map((hit) => hit.passage.text)).toEqual(["My locker at the gym has the number 4417."]);
  });

  test("without a model it searches with the question's own words and gives them as they are", async () => {
    const machine = createMachine();
    await fill(machine);
    const result = await machine.memory.deep({
      owner: machine.owner,
      scopes: ["person"],
      conversation_id: "cnv_d",
      query: "who collects spoons",
      style: "factual",
      signal: new AbortController().signal,
      progress: () => {},
    });
    expect(result.style).toBe("structured");
    expect(result.text.split("\n")[0]).toContain("Clara collects spoons");
  });
});

describe("what was forgotten", () => {
  test("is brought back as it was by its person alone, and found again", async () => {
    const [machine, other] = [createMachine(), createMachine()];
    const { memory, owner } = machine;
    await fill(machine);
    await memory.forgetAbout({ owner, scopes: ["person"] }, "Bob", { dryRun: false });
    expect(await machine.find("stamps")).toEqual([]);
    const graves = await memory.forgotten.list(owner, { limit: 50 });
    expect(new Set(graves.map(({ kind }) => kind))).toEqual(
      new Set(["memory", "fact", "commitment", "state", "alias", "relation", "passage"]),
    );
    const ids = graves.map(({ id }) => id);
    expect(await memory.forgotten.list(other.owner, { limit: 50 })).toEqual([]);
    expect(await memory.forgotten.restore(other.owner, ids)).toBe(0);
    expect(await memory.forgotten.drop(other.owner, ids)).toBe(0);

    expect(await memory.forgotten.restore(owner, ids)).toBe(ids.length);
    expect(await machine.find("who collects stamps")).toContain("Robert Smith collects stamps");
    expect(await machine.find("who was here today")).toContain("Bob was here today");
    expect(
      (await memory.facts.list(owner, { history: true }, { limit: 9 })).map(({ value }) => value).sort(),
    ).toEqual(["Bergen", "Oslo", "Rome"]);
    const { edges } = await memory.graph(owner, { starts: ["entity:robert smith"] });
    expect(edges.map(({ relation }) => relation).sort()).toEqual(["about", "about", "is the brother of"]);
    expect(await memory.names.mainName(owner, "Bob")).toBe("Robert Smith");
    expect((await memory.states.all(owner, ["person"])).map(({ key }) => key)).toEqual([
      "bob_birthday",
      "guest",
      "mood",
    ]);
    expect(await memory.forgotten.list(owner, { limit: 50 })).toEqual([]);
    expect(await memory.forgotten.restore(owner, ids)).toBe(0);
  });

  test("is not kept when it is to go for good, nor what was forgotten of it before", async () => {
    const machine = createMachine();
    const { memory, owner } = machine;
    await fill(machine);
    const [note] = await memory.memories.list(owner, {}, { limit: 1 });
    await memory.forgetItem(owner, note?.id ?? "");
    await memory.forgetItem(owner, note?.id ?? "", { isFinal: true });
    const names = ["Bob", "Clara"];
    for (const name of names)
      await memory.forgetAbout({ owner, scopes: ["person"] }, name, { dryRun: false, isFinal: true });
    expect(await memory.forgotten.list(owner, { limit: 50 })).toEqual([]);
    const left = await DB.prepare("SELECT COUNT(*) AS count FROM forgotten WHERE owner = ?")
      .bind(owner)
      .first("count");
    expect(left).toBe(0);
  });

  test("is cleared after thirty days by the daily job", async () => {
    const machine = createMachine();
    const { memory, owner } = machine;
    await fill(machine);
    await memory.forgetAbout({ owner, scopes: ["person"] }, "Bob", { dryRun: false });
    const before = (await memory.forgotten.list(owner, { limit: 50 })).length;
    machine.later(30 * DAY - 1);
    await memory.expire(async () => undefined);
    expect(await memory.forgotten.list(owner, { limit: 50 })).toHaveLength(before);
    machine.later(2);
    expect((await memory.expire(async () => undefined)).forgotten).toBeGreaterThanOrEqual(before);
    expect(await memory.forgotten.list(owner, { limit: 50 })).toEqual([]);
  });
});

test("an agent takes nothing from where it may not look", async () => {
  const scene = aScene();
  const outcome = await scene.memory.remember({
    owner: scene.owner,
    scope: "person",
    origin: "person",
    trust: "trusted",
    content: "The heron nests by the mill",
  });
  const id = outcome.status === "stored" ? outcome.memory.id : "";
  await expect(scene.tool("memory_forget", { id }, { memory: "place" })).rejects.toThrow("There is nothing");
  expect(await scene.memory.memories.get(scene.owner, [id])).toHaveLength(1);
  await scene.tool("memory_forget", { id });
  expect(await scene.memory.memories.get(scene.owner, [id])).toEqual([]);
});
