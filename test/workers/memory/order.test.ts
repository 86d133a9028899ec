import { describe, expect, test } from "vitest";
import { createMachine, type Machine } from "./machine.ts";

/** Wednesday. */
const TODAY = Date.UTC(2026, 10, 25, 10);

async function told(machine: Machine, lines: readonly [day: string, text: string][]): Promise<void> {
  for (const [day, text] of lines) {
    machine.at(Date.parse(`${day}T10:00:00Z`));
    await machine.say(`cnv_${day}`, ["Ann", text], ["agent", "Noted."]);
  }
  machine.at(TODAY);
}

function recalled({ memory, owner }: Machine, query: string, time_zone?: string) {
  const { signal } = new AbortController();
  const wanted = { query, limit: 5, ...(time_zone !== undefined && { time_zone }) };
  return memory.recall.recall({ owner, agent: "nightjar" }, wanted, signal);
}

const HOUSE: [string, string][] = [
  ["2026-10-05", "The wedding of my cousin Marta was lovely."],
  ["2026-10-20", "Guess what, the boiler exploded on 3 October and flooded the kitchen."],
  ["2026-11-02", "I have planted tulips along the fence."],
  ["2026-11-17", "We painted the hallway yellow."],
  ["2026-11-24", "The violin teacher has moved to Porto."],
];

describe("a question of time", () => {
  test("finds each event that it names, in the order of their days, with the days between", async () => {
    const machine = createMachine();
    await told(machine, HOUSE);
    const items = await recalled(
      machine,
      "What came first, the wedding of Marta or the boiler that exploded?",
    );
    const both = items.filter(({ text }) => /boiler|wedding/.test(text));
    expect(both.map(({ text, when }) => [text.slice(5, 16), when])).toEqual([
      ["Guess what,", expect.stringMatching(/^3 October 2026 \(told 20 October 2026\)/)],
      ["The wedding", expect.stringMatching(/^5 October 2026, 2 days after the line above/)],
    ]);
  });

  test.each([
    ["What did we talk about last Tuesday?", "violin"],
    ["Worüber haben wir letzte Woche gesprochen?", "hallway"],
    ["De quoi avons-nous parlé la semaine dernière ?", "hallway"],
    ["What did I tell you three weeks ago?", "tulips"],
  ])("%s: only what was said then", async (question, word) => {
    const machine = createMachine();
    await told(machine, HOUSE);
    const texts = (await recalled(machine, question)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining(word));
    const others = ["violin", "hallway", "tulips", "boiler"].filter((each) => each !== word);
    expect(texts.filter((text) => others.some((other) => text.includes(other)))).toEqual([]);
  });

  test("a day that is named in the text counts before the day on which it was said", async () => {
    const machine = createMachine();
    await told(machine, [
      ["2026-09-14", "The concert in Lyon is on 8 October."],
      ["2026-10-08", "I remember that concert of 2 March."],
    ]);
    expect((await machine.find("which concert was on 8 October"))[0]).toContain("Lyon");
  });

  test("yesterday is the day of the person's own zone", async () => {
    const machine = createMachine();
    machine.at(Date.parse("2026-11-23T20:00:00Z"));
    await machine.say("cnv_late", ["Ann", "I have bought a canoe."]);
    machine.at(TODAY);
    const shown = async (zone?: string) =>
      (await recalled(machine, "What did I say yesterday?", zone)).map(({ text }) => text);
    expect(await shown("Asia/Tokyo")).toEqual([expect.stringContaining("canoe")]);
    expect(await shown()).toEqual([]);
  });

  test("the newer of two statements on the same thing comes first where what holds now is asked for", async () => {
    const machine = createMachine();
    const page = (topic: string) =>
      `${topic}. ${"Think it over, compare, write down costs and ask around. ".repeat(30)}`;
    machine.at(Date.parse("2026-05-01T10:00:00Z"));
    await machine.say(
      "cnv_shop",
      ["Ann", "The shop opens on 1 June, with the summer catalogue."],
      ["agent", page("Good")],
    );
    machine.at(Date.parse("2026-05-20T10:00:00Z"));
    await machine.say(
      "cnv_shop",
      ["Ann", "The opening of the shop has moved to 20 June."],
      ["agent", page("Noted")],
    );
    expect((await machine.find("when does the shop open"))[0]).toContain("20 June");
    expect((await machine.find("when did the shop open at first"))[0]).toContain("1 June");
  });
});
