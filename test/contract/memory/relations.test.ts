import { describe, expect, test } from "vitest";
import { nodeD1 } from "../../support/node-d1.ts";
import { memoryIn, OWNER } from "./home.ts";

const OTHER = "usr_other0000001";
const PERSON = { owner: OWNER, origin: "person", trust: "trusted" } as const;
const OUTSIDE = { owner: OWNER, origin: "tool", trust: "untrusted", conversation_id: "cnv_web" } as const;
const SISTERS = { from: "Ann", relation: "Is the  sister of", to: "Tom" };
const PAGE = { limit: 10 };

const lines = (relations: readonly { from: string; relation: string; to: string }[]) =>
  relations.map(({ from, relation, to }) => `${from} ${relation} ${to}`);

async function deep(
  memory: ReturnType<typeof memoryIn>,
  query: string,
  scopes: readonly ["person"] | readonly [] = ["person"],
) {
  const request = { owner: OWNER, scopes, conversation_id: "", query, style: "structured" as const };
  return memory.deep({ ...request, signal: new AbortController().signal, progress: () => {} });
}

describe("relations", () => {
  test("one that is written is listed by either name, under each alias, and found by deep memory", async () => {
    const memory = memoryIn(nodeD1());
    await memory.names.add(OWNER, { alias: "Annie", entity: "Ann", trust: "trusted" });
    const written = await memory.relations.write({ ...PERSON, ...SISTERS, from: "Annie" });
    expect(written).toMatchObject({ status: "stored", relation: { from: "Ann", to: "Tom" } });
    expect(await memory.relations.write({ ...PERSON, ...SISTERS })).toMatchObject({ status: "known" });
    for (const about of ["Annie", "ann", "Tom"])
      expect(lines(await memory.relations.list(OWNER, { about }, PAGE))).toEqual([
        "Ann is the sister of Tom",
      ]);
    expect(await memory.relations.list(OWNER, { about: "Clara" }, PAGE)).toEqual([]);
    expect(await memory.relations.list(OTHER, {}, PAGE)).toEqual([]);
    expect(lines((await deep(memory, "Who are the siblings of Tom?")).relations)).toEqual([
      "Ann is the sister of Tom",
    ]);
    expect((await deep(memory, "Who are the siblings of Tom?", [])).relations).toEqual([]);
  });

  test("a relation with one name, or without words between two, is refused with the reason", async () => {
    const memory = memoryIn(nodeD1());
    for (const wrong of [
      { ...SISTERS, to: "ANN" },
      { ...SISTERS, relation: " " },
      { ...SISTERS, from: "..." },
    ])
      expect(await memory.relations.write({ ...PERSON, ...wrong })).toMatchObject({ status: "refused" });
  });

  test("an ended one is history, is followed no more, and holds again once it is written again", async () => {
    const memory = memoryIn(nodeD1());
    const written = await memory.relations.write({ ...PERSON, ...SISTERS });
    const id = written.status === "stored" ? written.relation.id : "";
    expect(await memory.relations.edit(OTHER, id, { ended: true })).toBeUndefined();
    expect(await memory.relations.edit(OWNER, id, { ended: true })).toMatchObject({
      ended_at: expect.any(Number),
    });
    expect(await memory.relations.list(OWNER, {}, PAGE)).toEqual([]);
    expect((await memory.relations.list(OWNER, { history: true }, PAGE)).length).toBe(1);
    expect((await memory.graph(OWNER, { starts: ["entity:ann"] })).edges).toEqual([]);
    await memory.relations.write({ ...PERSON, ...SISTERS });
    expect(await memory.relations.list(OWNER, {}, PAGE)).toMatchObject([{ id }]);
  });

  test("words from outside wait, keep their source, and neither end nor revive what the person said", async () => {
    const memory = memoryIn(nodeD1());
    const waiting = { ...OUTSIDE, from: "Ann", relation: "works at", to: "Evil Corp" };
    await memory.relations.write(waiting);
    const found = await memory.relations.list(OWNER, { trust: "untrusted" }, PAGE);
    expect(found).toMatchObject([{ trust: "untrusted", origin: "tool", conversation_id: "cnv_web" }]);
    await memory.relations.write({ ...PERSON, ...SISTERS });
    expect(await memory.relations.end({ ...OUTSIDE, ...SISTERS })).not.toHaveProperty("ended_at");
    await memory.relations.end({ ...PERSON, ...SISTERS });
    await memory.relations.write({ ...OUTSIDE, ...SISTERS });
    expect(lines(await memory.relations.list(OWNER, { about: "Tom" }, PAGE))).toEqual([]);
    expect(await memory.relations.edit(OWNER, found[0]?.id ?? "", { trust: "trusted" })).toMatchObject({
      trust: "trusted",
    });
  });

  test("a forgotten one can be restored; one learnt from a deleted message goes with it", async () => {
    const memory = memoryIn(nodeD1());
    const source = { conversation_id: "cnv_a", message_id: "msg_a" };
    const written = await memory.relations.write({ ...PERSON, ...SISTERS, ...source });
    const id = written.status === "stored" ? written.relation.id : "";
    expect(await memory.forgetItem(OTHER, id)).toBe(false);
    expect(await memory.forgetItem(OWNER, id)).toBe(true);
    expect(await memory.relations.get(OWNER, [id])).toEqual([]);
    const [tombstone] = await memory.forgotten.list(OWNER, PAGE);
    expect(tombstone).toMatchObject({ kind: "relation", text: "Ann is the sister of Tom" });
    await memory.forgotten.restore(OWNER, [tombstone?.id ?? ""]);
    expect(await memory.relations.get(OWNER, [id])).toMatchObject([{ from: "Ann", ...source }]);
    const exported: unknown[] = [];
    for await (const line of memory.exportLines(OWNER, ["person"])) exported.push(line);
    expect(exported).toMatchObject([{ type: "relation", value: { id } }]);
    expect(await memory.forgetMessage(OWNER, source)).toBe(1);
    expect(await memory.relations.list(OWNER, { history: true }, PAGE)).toEqual([]);
  });
});
