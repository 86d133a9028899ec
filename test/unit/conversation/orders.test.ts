import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Command } from "../../../src/domain/inbound.ts";
import { House, type Move, says, WEB, wait } from "../../support/machine/house.ts";

type Name = Exclude<Command["command"]["name"], "regenerate">;

/** Summaries take a second; answers do not. */
function model({ system }: ModelRequest): Move[] {
  const isSummary = system.some(({ text }) => text.includes("You shorten the older part"));
  return isSummary ? [wait(1_000), ...says("In short.")] : says("ok");
}

async function chatted(exchanges: number): Promise<House> {
  const house = new House({ model, outage: 500 });
  for (let n = 1; n <= exchanges; n++) {
    await house.say(`message ${n}`);
    await house.pass(1_000);
  }
  await house.reader.connect();
  return house;
}

const order = (house: House, name: Name, key: string) =>
  house.receive({ type: "command", key, source: WEB, command: { name } });

const count = (house: House, type: string) =>
  house.reader.events.filter((event) => event.type === type).length;

describe("a command that takes a while", () => {
  it("is carried out though the machine dies right after taking it, once", async () => {
    const house = await chatted(4);
    await order(house, "compact", "c1");
    house.machine.kill();
    await house.pass(1_000);
    await house.reader.connect();
    await house.pass(30_000);
    expect(count(house, "compaction")).toBe(1);
    expect(house.store.sql.from("orders", "SELECT * FROM orders")).toEqual([]);
    await house.pass(600_000);
    expect(count(house, "compaction")).toBe(1);
    expect(house.machine.alarm).toBeNull();
  });

  it("is not lost when the machine dies in the middle of it, again and again", async () => {
    const house = await chatted(4);
    await order(house, "compact", "c1");
    for (let time = 1; time <= 3; time++) {
      await house.pass(300);
      house.machine.kill();
      await house.pass(2_600);
    }
    await house.pass(30_000);
    await house.reader.connect();
    expect(count(house, "compaction")).toBe(1);
  });

  it("is given up when it dies each time, and says so", async () => {
    const house = await chatted(4);
    await order(house, "compact", "c1");
    for (let time = 1; time <= 5; time++) {
      house.machine.kill();
      // Woken by its alarm, and begun on the summary again.
      await house.pass((house.machine.alarm ?? 0) - house.timeline.now + 300);
    }
    await house.pass(30_000);
    await house.reader.connect();
    const notices = house.reader.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices).toEqual([expect.stringContaining("given up")]);
    expect(count(house, "compaction")).toBe(0);
  });

  it("that comes twice under the same key happens once", async () => {
    const house = await chatted(4);
    await order(house, "compact", "c1");
    await house.pass();
    await house.say("more");
    await house.say("and more");
    await house.pass();
    await order(house, "compact", "c2");
    await house.pass();
    expect(house.store.compactions.standing().size).toBe(2);
    expect(await order(house, "undo_compact", "u1")).toMatchObject({ status: "accepted" });
    await house.pass();
    expect(await order(house, "undo_compact", "u1")).toMatchObject({ status: "duplicate" });
    await house.pass();
    expect(house.store.compactions.standing().size).toBe(1);
  });
});

describe("a halt that comes twice under the same key", () => {
  it("stops the turn that it was meant for, and not the next one", async () => {
    const house = new House({ model: () => [wait(5_000), ...says("done")] });
    await house.say("first");
    await house.pass(100);
    expect(await order(house, "halt", "h1")).toMatchObject({ status: "accepted" });
    await house.pass(100);
    await house.say("second");
    await house.pass(100);
    expect(await order(house, "halt", "h1")).toMatchObject({ status: "duplicate" });
    await house.pass();
    expect(house.said()).toEqual(["user: first", "assistant:  (halted)", "user: second", "assistant: done"]);
  });
});
