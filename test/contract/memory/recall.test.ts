import { beforeAll, describe, expect, test } from "vitest";
import { madeDocuments } from "../../../bench/memory/recall/documents.ts";
import {
  everydayInTalk,
  everydayMessages,
  followUps,
  type InTalk,
  smallMemories,
  toldConversations,
  toldFacts,
  toldId,
} from "../../../bench/memory/recall/fixtures.ts";
import type { LongTermMemory } from "../../../src/memory/create-memory.ts";
import { nodeD1 } from "../../support/node-d1.ts";
import { memoryIn, NOW, OWNER } from "./home.ts";

const db = nodeD1();
const memory = memoryIn(db);
const told = toldFacts();
const documents = madeDocuments(1_600);

const asked = followUps("held out");

async function tell(to: LongTermMemory, facts: readonly { said: string }[], group = "told"): Promise<void> {
  for (const [conversation_id, turns] of toldConversations(facts, group)) {
    const rest = { conversation_id, owner: OWNER, at: NOW - 86_400_000, trust: "trusted" } as const;
    await to.indexTurns(turns.map(({ session, date, ...turn }) => ({ ...turn, ...rest })));
  }
}

/** What a turn with these words is shown, after what was said before them. */
function shown(query: string, earlier: InTalk["earlier"] = []) {
  const signal = new AbortController().signal;
  return memory.recall.recall({ owner: OWNER, agent: "nightjar" }, { query, earlier, limit: 5 }, signal);
}

async function recalled(query: string, earlier?: InTalk["earlier"]): Promise<string[]> {
  return (await shown(query, earlier)).map(({ id }) => id);
}

async function shareOf<T>(all: readonly T[], isSo: (each: T) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (const each of all) if (await isSo(each)) count += 1;
  return count / all.length;
}

beforeAll(async () => {
  // Names of conversations are remembered for a while, and that there is none, too.
  await db
    .prepare(
      "INSERT INTO conversations (id, owner, title, agent, created_at, updated_at) VALUES (?1, ?2, ?3, 'nightjar', 1, 1)",
    )
    .bind("told-0", OWNER, "About the car")
    .run();
  await tell(memory, told);
  await tell(memory, asked, "asked");
  for (const file of documents) await memory.indexFile({ ...file, owner: OWNER, trust: "untrusted" });
});

test("in a small memory, all of which is about one person or thing, what is asked for is found", async () => {
  const found = await Promise.all(
    smallMemories().map(async (facts) => {
      const small = memoryIn(nodeD1());
      await tell(small, facts);
      const scope = { owner: OWNER, agent: "nightjar" };
      const signal = new AbortController().signal;
      return shareOf([...facts.entries()], async ([number, { asked: query }]) =>
        (await small.recall.recall(scope, { query, limit: 5 }, signal)).some(
          ({ id }) => id === toldId(number),
        ),
      );
    }),
  );
  expect(found.reduce((sum, share) => sum + share, 0) / found.length).toBeGreaterThan(0.85);
});

describe("beside 1,600 documents", () => {
  // Of a third of them: `npm run bench:memory` measures all.
  test("nothing is recalled for nine of ten everyday messages", async () => {
    expect(
      await shareOf(
        everydayMessages().filter((_, at) => at % 3 === 0),
        async (text) => (await recalled(text)).length === 0,
      ),
    ).toBeGreaterThan(0.9);
  });

  test("what was told is recalled when it is asked for, and what one document alone says", async () => {
    const known = told.map((each, number) => ({ ...each, id: toldId(number) }));
    expect(
      await shareOf(known, async ({ asked: text, id }) => (await recalled(text)).includes(id)),
    ).toBeGreaterThan(0.8);
    const some = documents.slice(0, 30);
    const isFound = async ({ path, question }: (typeof some)[number]) =>
      (await recalled(question)).some((id) => id.startsWith(path));
    expect(await shareOf(some, isFound)).toBeGreaterThan(0.95);
  });

  test("a question that leans on the talk before it finds what the talk is about", async () => {
    const found = asked.map((each, number) => ({ ...each, id: toldId(number, "asked") }));
    const isFound = (earlier: (each: InTalk) => InTalk["earlier"]) =>
      shareOf(found, async (each) => (await recalled(each.text, earlier(each))).includes(each.id));
    expect(await isFound(({ earlier }) => earlier)).toBeGreaterThan(0.8);
    expect(await isFound(() => [])).toBeLessThan(0.25);
  });

  test("nothing is recalled for nine of ten everyday messages in the middle of a talk", async () => {
    const isNothing = async ({ text, earlier }: InTalk) => (await recalled(text, earlier)).length === 0;
    expect(await shareOf(everydayInTalk("held out"), isNothing)).toBeGreaterThanOrEqual(0.9);
  });

  // A turn that was shown such a passage has to ask before it sets the reminder.
  test.each([
    "good morning",
    "remind me to call the dentist tomorrow at 9",
    "remind me in 20 minutes to take the pizza out of the oven",
    "remind me on Friday to pay the electricity bill",
    "erinnere mich morgen um acht an den Zahnarzt",
    "rappelle-moi de sortir les poubelles",
  ])("%s: no document is recalled", async (message) => {
    expect((await recalled(message)).filter((id) => !id.startsWith("told:"))).toEqual([]);
  });

  test("a search that a person makes finds what a turn would not be shown", async () => {
    const query = "remind me on Friday to pay the electricity bill";
    expect(await recalled(query)).toEqual([]);
    const found = await memory.search({ owner: OWNER, scopes: ["person"], query, limit: 10 });
    expect(found).toHaveLength(10);
  });

  test("what is recalled is short, on one line, with the name of where it stands", async () => {
    const [document] = documents;
    if (document === undefined) throw new Error("there are no documents");
    const item = (await shown(document.question)).find(({ id }) => id.startsWith(document.path));
    expect(item).toMatchObject({ kind: "file", source: document.path, untrusted: true });
    expect(item?.text.length).toBeLessThanOrEqual(400);
    expect(item?.text).not.toMatch(/\n|^#/);
  });

  test("a turn is recalled with the title of its conversation and its time", async () => {
    const [item] = await shown("where did I leave the car?");
    expect(item).toMatchObject({ kind: "turn", source: "About the car", at: "2026-03-01T09:00:00.000Z" });
    expect(item?.text).toBe("Ann: I parked the car on level 4 of the station garage, row F");
  });

  test("what the model without a key says of itself is not recalled", async () => {
    const say = (id: string, role: "user" | "assistant", text: string) => ({
      id,
      conversation_id: "cnv_keys",
      owner: OWNER,
      role,
      speaker: role === "user" ? "Ann" : "Nightjar",
      text,
      trust: "trusted" as const,
    });
    await memory.indexTurns([
      say("k1", "user", "which zither strings does the luthier keep"),
      say("k2", "assistant", "I know nothing about zither strings that the luthier keeps yet."),
    ]);
    const ids = await recalled("does the luthier keep zither strings?");
    expect(ids).toContain("k1");
    expect(ids).not.toContain("k2");
  });
});
