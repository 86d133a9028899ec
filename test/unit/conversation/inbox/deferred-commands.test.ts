import { describe, expect, it } from "vitest";
import { orders } from "../../../../durable-objects/conversation/rows/schema/pending.ts";
import type { ModelRequest } from "../../../../src/agent/ports/model.ts";
import type { Command } from "../../../../src/domain/inbound.ts";
import { ConversationRig, type Move, says, WEB, wait } from "../../../support/machine/rig.ts";

type Name = Exclude<Command["command"]["name"], "regenerate">;

/** Summaries take a second; answers do not. */
function model({ system }: ModelRequest): Move[] {
  const isSummary = system.some(({ text }) => text.includes("You shorten the older part"));
  return isSummary ? [wait(1_000), ...says("In short.")] : says("ok");
}

async function chatted(exchanges: number): Promise<ConversationRig> {
  const rig = new ConversationRig({ model, outage: 500 });
  for (let n = 1; n <= exchanges; n++) {
    await rig.say(`message ${n}`);
    await rig.pass(1_000);
  }
  await rig.reader.connect();
  return rig;
}

const order = (rig: ConversationRig, name: Name, key: string) =>
  rig.receive({ type: "command", key, source: WEB, command: { name } });

const count = (rig: ConversationRig, type: string) =>
  rig.reader.events.filter((event) => event.type === type).length;

describe("a command that takes a while", () => {
  it("is carried out though the machine dies right after taking it, once", async () => {
    const rig = await chatted(4);
    await order(rig, "compact", "c1");
    rig.machine.kill();
    await rig.pass(1_000);
    await rig.reader.connect();
    await rig.pass(30_000);
    expect(count(rig, "compaction")).toBe(1);
    expect(rig.store.sql.rows(orders)).toEqual([]);
    await rig.pass(600_000);
    expect(count(rig, "compaction")).toBe(1);
    expect(rig.machine.alarm).toBeNull();
  });

  it("is not lost when the machine dies in the middle of it, again and again", async () => {
    const rig = await chatted(4);
    await order(rig, "compact", "c1");
    for (let time = 1; time <= 3; time++) {
      await rig.pass(300);
      rig.machine.kill();
      await rig.pass(2_600);
    }
    await rig.pass(30_000);
    await rig.reader.connect();
    expect(count(rig, "compaction")).toBe(1);
  });

  it("is given up when it dies each time, and says so", async () => {
    const rig = await chatted(4);
    await order(rig, "compact", "c1");
    for (let time = 1; time <= 5; time++) {
      rig.machine.kill();
      // Woken by its alarm, and begun on the summary again.
      await rig.pass((rig.machine.alarm ?? 0) - rig.timeline.now + 300);
    }
    await rig.pass(30_000);
    await rig.reader.connect();
    const notices = rig.reader.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices).toEqual([expect.stringContaining("so Nightjar stopped")]);
    expect(count(rig, "compaction")).toBe(0);
  });

  it("that comes twice under the same key happens once", async () => {
    const rig = await chatted(4);
    await order(rig, "compact", "c1");
    await rig.pass();
    await rig.say("more");
    await rig.say("and more");
    await rig.pass();
    await order(rig, "compact", "c2");
    await rig.pass();
    expect(rig.store.compactions.standing().size).toBe(2);
    expect(await order(rig, "undo_compact", "u1")).toMatchObject({ status: "accepted" });
    await rig.pass();
    expect(await order(rig, "undo_compact", "u1")).toMatchObject({ status: "duplicate" });
    await rig.pass();
    expect(rig.store.compactions.standing().size).toBe(1);
  });
});

describe("a halt that comes twice under the same key", () => {
  it("stops the turn that it was meant for, and not the next one", async () => {
    const rig = new ConversationRig({ model: () => [wait(5_000), ...says("done")] });
    await rig.say("first");
    await rig.pass(100);
    expect(await order(rig, "halt", "h1")).toMatchObject({ status: "accepted" });
    await rig.pass(100);
    await rig.say("second");
    await rig.pass(100);
    expect(await order(rig, "halt", "h1")).toMatchObject({ status: "duplicate" });
    await rig.pass();
    expect(rig.said()).toEqual(["user: first", "assistant:  (halted)", "user: second", "assistant: done"]);
  });
});
