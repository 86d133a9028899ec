import { describe, expect, test } from "vitest";
import { createIds } from "../../../src/domain/ids.ts";
import { createMemory } from "../../../src/memory/create-memory.ts";
import type { NewMemory } from "../../../src/memory/write/remember.ts";
import { createMemoryStorage } from "../../../src/storage/d1/memory/memory-storage.ts";
import { nodeD1 } from "../../support/node-d1.ts";
import { wildCases } from "../../support/wild.ts";
import { NOW, OWNER } from "./home.ts";

interface Corrected {
  first: string;
  then: string;
  must_know: string;
  must_not_be_all?: string;
}

function begin() {
  let count = 0;
  const memory = createMemory({
    storage: createMemoryStorage(nodeD1(), () => `fgt_${++count}`),
    ids: createIds(
      () => NOW,
      (bytes) => bytes.fill(++count),
    ),
    now: () => NOW + ++count,
    onFailure: (what, cause) => {
      throw new Error(what, { cause });
    },
  });
  const note = (content: string, extra: Partial<NewMemory> = {}) =>
    memory.remember({ owner: OWNER, scope: "person", content, origin: "tool", trust: "trusted", ...extra });
  const holding = async () =>
    (await memory.memories.list(OWNER, { held: true }, { limit: 50 })).map(({ content }) => content);
  const found = async (query: string) =>
    (await memory.search({ owner: OWNER, scopes: "all", query, limit: 10 })).map(
      ({ passage }) => passage.text,
    );
  return { memory, note, holding, found };
}

const CASES = [
  ...wildCases<Corrected>("memory-corrected-word"),
  ...wildCases<Corrected>("memory-not-in-other-languages"),
];

describe("a correction wins", () => {
  test.each(CASES)("$first | $then", async ({ first, then, must_know }) => {
    const { note, holding, found, memory } = begin();
    const before = await note(first);
    const now = await note(then);
    expect(now).toMatchObject({
      status: "stored",
      memory: { content: then },
      superseded: [{ content: first }],
    });
    expect(then).toContain(must_know);
    expect(await holding()).toEqual([then]);
    expect(await found(first)).toEqual([then]);
    const id = before.status === "stored" ? before.memory.id : "";
    expect(await memory.memories.get(OWNER, [id])).toMatchObject([
      { superseded_by: now.status === "stored" ? now.memory.id : "", faded_at: expect.any(Number) },
    ]);
  });

  test("and stands where the corrected memory stood", async () => {
    const { note } = begin();
    await note("The rent is 900 euros", { sticky: true, tags: ["home"] });
    expect(await note("The rent is 950 euros")).toMatchObject({ memory: { sticky: true, tags: ["home"] } });
  });

  test("and what was corrected back holds again", async () => {
    const { note, holding } = begin();
    await note("Ann lives in Graz");
    await note("Ann lives in Linz");
    await note("Ann lives in Graz");
    expect(await holding()).toEqual(["Ann lives in Graz"]);
  });

  test("but not one that is older, told later", async () => {
    const { note, holding } = begin();
    await note("Ann lives in Graz", { observed_at: NOW });
    const late = await note("Ann lives in Linz", { observed_at: NOW - 86_400_000 });
    expect(late).toMatchObject({ status: "merged", memory: { content: "Ann lives in Graz" } });
    expect(await holding()).toEqual(["Ann lives in Graz"]);
  });

  test("but not one that came from outside", async () => {
    const { note, holding } = begin();
    await note("Ann lives in Graz");
    expect(await note("Ann lives in Linz", { trust: "untrusted" })).toMatchObject({ superseded: [] });
    expect((await holding()).sort()).toEqual(["Ann lives in Graz", "Ann lives in Linz"]);
  });

  test("but not one about somebody else", async () => {
    const { note, holding } = begin();
    await note("She lives in Graz", { about: "Ann" });
    await note("She lives in Linz", { about: "Eva" });
    expect((await holding()).length).toBe(2);
  });
});
