import { describe, expect, inject, test } from "vitest";
import { STANDING_WISHES } from "../../../src/agent/context/memory-headings.ts";
import type { ListPage } from "../../../src/contract/calls/lists.ts";
import type { Wish } from "../../../src/contract/memory/items.ts";
import { keepStanding } from "../../../src/memory/read/standing-cache.ts";
import { soon } from "../../support/soon.ts";
import { callApi, chat } from "../api.ts";
import { createMachine, DAY, DB, START } from "./machine.ts";

const held = async ({ memory, owner }: ReturnType<typeof createMachine>) =>
  (await memory.wishes.list(owner, {}, { limit: 20 })).map(({ content }) => content);

/** Says it as its person, a minute after what was said before. */
async function say(machine: ReturnType<typeof createMachine>, text: string, more: object = {}) {
  const item = { ...said(machine, text), ...more };
  await machine.memory.keepWishes([item]);
  return item;
}

let count = 0;
const said = ({ owner }: { owner: string }, text: string) => ({
  ...{ id: `msg_wish${++count}`, conversation_id: "cnv_w", owner, text, at: START + count * 60_000 },
  ...{ role: "user" as const, speaker: "Ann", trust: "trusted" as const },
});

describe("standing wishes", () => {
  test("are kept as they were said, with their message, and only once", async () => {
    const machine = createMachine();
    const text = "Hello! When I ask for recipes, always use grams. What is in season?";
    const item = await say(machine, text);
    await machine.memory.keepWishes([item]);
    const all = await machine.memory.wishes.list(machine.owner, { history: true }, { limit: 9 });
    expect(all).toMatchObject([
      {
        kind: "wish",
        content: "When I ask for recipes, always use grams.",
        condition: "when i ask for recipes",
        said_at: item.at,
        ...{ conversation_id: "cnv_w", message_id: item.id, origin: "extraction", trust: "trusted" },
      },
    ]);
  });

  test("end when a contrary one is said, in whatever order they arrive", async () => {
    const machine = createMachine();
    await say(machine, "Always answer at length.");
    await say(machine, "From now on short answers, please.");
    await say(machine, "Answer in detail from now on.", { at: START - DAY });
    expect(await held(machine)).toEqual(["From now on short answers, please."]);
    const [newest, ...ended] = await machine.memory.wishes.list(
      machine.owner,
      { history: true },
      { limit: 9 },
    );
    expect(ended).toHaveLength(2);
    for (const each of ended) expect(each.superseded_by).toBe(newest?.id);
    await say(machine, "You no longer have to give short answers.");
    expect(await held(machine)).toEqual([]);
  });

  test("are nobody's but their person's: not an agent's, not from outside, not of a room or among several", async () => {
    const machine = createMachine();
    const text = "Never use emojis.";
    await say(machine, text, { role: "assistant" });
    await say(machine, text, { trust: "untrusted" });
    await say(machine, text, { room: "tavern" });
    await say(machine, text, { scope: "conversation:cnv_w" });
    expect(await held(machine)).toEqual([]);
    await say(machine, text, { scope: "agent:cook" });
    expect((await machine.memory.wishes.list(machine.owner, {}, { limit: 9 }))[0]?.scope).toBe("agent:cook");
    expect(await held(createMachine())).toEqual([]);
  });

  test("stay ended and forgotten when their message is read again, and go with it", async () => {
    const machine = createMachine();
    const { memory, owner } = machine;
    const items = [await say(machine, "Never use emojis."), await say(machine, "Please call me Jo.")];
    const [name, emojis] = await memory.wishes.list(owner, {}, { limit: 9 });
    await memory.wishes.edit(owner, emojis?.id ?? "", { ended: true });
    expect(await memory.forgetItem(owner, name?.id ?? "")).toBe(true);
    await memory.keepWishes(items);
    expect(await held(machine)).toEqual([]);
    const [tombstone] = await memory.forgotten.list(owner, { limit: 5 });
    expect(tombstone).toMatchObject({ kind: "wish", text: "Please call me Jo." });
    await memory.forgotten.restore(owner, [tombstone?.id ?? ""]);
    expect(await held(machine)).toEqual(["Please call me Jo."]);
    for (const { id, conversation_id } of items)
      await memory.forgetMessage(owner, { conversation_id, message_id: id });
    expect(await memory.wishes.list(owner, { history: true }, { limit: 9 })).toEqual([]);
  });

  test("are exported, and forgotten with whom they name", async () => {
    const machine = createMachine();
    const { memory, owner } = machine;
    await say(machine, "Never mention Bob Hartley.");
    const lines = [];
    for await (const line of memory.exportLines(owner, ["person"])) lines.push(line);
    expect(lines).toMatchObject([{ type: "wish", value: { content: "Never mention Bob Hartley." } }]);
    const reader = { owner, scopes: ["person"] as const };
    expect(await memory.forgetAbout(reader, "Bob Hartley", { dryRun: false })).toMatchObject({ wishes: 1 });
    expect(await DB.prepare("SELECT id FROM wishes WHERE owner = ?").bind(owner).first()).toBeNull();
  });

  test("come with standing memory, from what is cached, and change with it", async () => {
    const plain = createMachine();
    const machine = createMachine({ deps: { storage: keepStanding(plain.storage, () => START) } });
    const { memory, owner } = machine;
    const scope = { owner, agent: "main" };
    await say(machine, "Never use emojis.");
    expect(memory.recall.wishes(scope, "hello")).toEqual([]);
    await memory.recall.standing(scope);
    expect(memory.recall.wishes(scope, "hello")).toEqual(["Never use emojis."]);
    expect(memory.recall.wishes({ ...scope, room: "tavern" }, "hello")).toEqual([]);
    const other = { ...scope, owner: createMachine().owner };
    await memory.recall.standing(other);
    expect(memory.recall.wishes(other, "hello")).toEqual([]);
    const [wish] = await memory.wishes.list(owner, {}, { limit: 1 });
    expect(await memory.wishes.edit(other.owner, wish?.id ?? "", { ended: true })).toBeUndefined();
    expect(await memory.wishes.get(other.owner, [wish?.id ?? ""])).toEqual([]);
    await memory.wishes.edit(owner, wish?.id ?? "", { ended: true });
    await memory.recall.standing(scope);
    expect(memory.recall.wishes(scope, "hello")).toEqual([]);
  });
});

describe("a wish that was said in one conversation", () => {
  const path = (id: string) => `/memory/wishes/${id}`;
  const list = (query = "") => callApi<ListPage<Wish>>("GET", `/memory/wishes${query}`);

  test("is before the agent in the next one until it is ended, and not after", async () => {
    const words = "From now on, always end with the word zebra-crossing.";
    const { conversation_id } = await chat(words);
    const wish = await soon(async () => {
      const found = (await list()).items.find(({ content }) => content === words);
      expect(found).toMatchObject({ kind: "wish", condition: "", conversation_id, ended_at: null });
      return found;
    });
    let turns = 0;
    /** Requests of a new conversation, as the model got them. */
    const told = async () => {
      const marker = `What is before you, turn ${++turns}?`;
      await chat(marker);
      const asked = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as unknown[];
      return asked
        .map((body) => JSON.stringify(body))
        .filter((body) => body.includes(marker))
        .join("\n");
    };
    const shown = await told();
    expect(shown).toContain(STANDING_WISHES);
    expect(shown).toContain(`- ${words}`);
    await callApi("PATCH", path(wish?.id ?? ""), { ended: true });
    expect(await told()).not.toContain(words);
    expect((await list()).items.map(({ content }) => content)).not.toContain(words);
    expect((await list("?history=true")).items.map(({ content }) => content)).toContain(words);
    await callApi("PATCH", path(wish?.id ?? ""), { ended: false });
    expect(await told()).toContain(words);
    await callApi("DELETE", path(wish?.id ?? ""));
    expect(await told()).not.toContain(words);
  });

  test("is not kept of a temporary conversation", async () => {
    await chat("Never ever mention quicksilver-one.", { temporary: true });
    await chat("Never ever mention quicksilver-two.");
    await soon(async () =>
      expect(JSON.stringify((await list()).items.map(({ content }) => content))).toContain("quicksilver-two"),
    );
    expect(JSON.stringify(await list("?history=true"))).not.toContain("quicksilver-one");
  });
});
