import { describe, expect, test } from "vitest";
import type { NewFact } from "../../../src/memory/write/facts.ts";
import { createMachine, type Machine } from "./machine.ts";

const march = Date.UTC(2026, 2, 1);
const may = Date.UTC(2026, 4, 1);
const july = Date.UTC(2026, 6, 1);

const write = ({ memory, owner }: Machine, fact: Partial<NewFact>) =>
  memory.writeFact({
    owner,
    scope: "person",
    entity: "Ann",
    attribute: "job",
    value: "baker",
    origin: "person",
    trust: "trusted",
    ...fact,
  });

const values = async (
  { memory, owner }: Machine,
  filter: { at?: number; believed_at?: number; history?: boolean },
) => (await memory.facts.list(owner, { ...filter }, { limit: 50 })).map((fact) => fact.value).sort();

describe("facts", () => {
  test("a new value ends the old one, which remains as history", async () => {
    const machine = createMachine();
    machine.at(march);
    await write(machine, { value: "baker" });
    machine.at(may);
    const outcome = await write(machine, { value: "pilot" });
    expect(outcome).toMatchObject({ status: "stored", superseded: [{ value: "baker" }] });
    expect(await values(machine, {})).toEqual(["pilot"]);
    expect(await values(machine, { history: true })).toEqual(["baker", "pilot"]);
    expect(await values(machine, { at: march + 1 })).toEqual(["baker"]);
    expect(await values(machine, { at: may + 1 })).toEqual(["pilot"]);
  });

  test("what was believed in March is told apart from what was true in March", async () => {
    const machine = createMachine();
    machine.at(march);
    await write(machine, { value: "baker" });
    machine.at(july);
    // Learnt in July: she had been a pilot since before March.
    await write(machine, { value: "pilot", valid_from: march });
    expect(await values(machine, { believed_at: march + 1 })).toEqual(["baker"]);
    expect(await values(machine, { at: march + 1 })).toEqual(["pilot"]);
    expect(await values(machine, { believed_at: july + 1 })).toEqual(["pilot"]);
  });

  test("a value of the past does not end the present one", async () => {
    const machine = createMachine();
    machine.at(july);
    await write(machine, { value: "pilot", valid_from: may });
    await write(machine, { value: "student", valid_from: march });
    expect(await values(machine, {})).toEqual(["pilot"]);
    expect(await values(machine, { at: march + 1 })).toEqual(["student"]);
  });

  test("the same value again is one fact, and several may stand side by side when they can", async () => {
    const machine = createMachine();
    await write(machine, { attribute: "pet", value: "a cat", many: true });
    expect((await write(machine, { attribute: "Pet", value: "A cat.", many: true })).status).toBe("known");
    await write(machine, { attribute: "pet", value: "a parrot", many: true });
    expect(await values(machine, {})).toEqual(["a cat", "a parrot"]);
  });

  test("a guess does not end what is known for sure", async () => {
    const machine = createMachine();
    await write(machine, { value: "pilot", confidence: 0.95 });
    expect(await write(machine, { value: "dentist", confidence: 0.3 })).toMatchObject({ status: "refused" });
    expect(await values(machine, {})).toEqual(["pilot"]);
  });

  test("another name of somebody is the same somebody", async () => {
    const machine = createMachine();
    const { memory, owner } = machine;
    await memory.names.add(owner, { trust: "trusted", alias: "Bob", entity: "Robert Smith" });
    await write(machine, { entity: "Robert Smith", attribute: "city", value: "Porto" });
    await write(machine, { entity: "bob", attribute: "city", value: "Lisbon" });
    expect(await values(machine, {})).toEqual(["Lisbon"]);
    const [found] = await memory.search({
      owner,
      scopes: ["person"],
      query: "where does Bob live, which city",
      limit: 1,
    });
    expect(found?.passage).toMatchObject({ kind: "fact", speaker: "Robert Smith", text: "city: Lisbon" });
  });

  test("a fact that has ended is found no more by search", async () => {
    const machine = createMachine();
    await write(machine, { value: "astronomer" });
    await write(machine, { value: "gardener" });
    expect(await machine.find("astronomer")).toEqual([]);
    expect(await machine.find("gardener")).toEqual(["job: gardener"]);
  });
});
