import { describe, expect, it } from "vitest";
import { ConnectionRegistry } from "../../../durable-objects/person/connection-registry.ts";
import { Places } from "../../../durable-objects/person/places.ts";
import { type ConversationId, trustId } from "../../../src/domain/ids.ts";
import { NodeSql } from "../../support/node-sql.ts";

const [HOME, WORK] = ["cnv_home", "cnv_work"].map((id) => trustId<"cnv">(id)) as [
  ConversationId,
  ConversationId,
];

/** A person's object, which may lose its memory and keeps its storage. */
function scene() {
  const sql = new NodeSql();
  const state = { now: 1_000_000, alarm: null as number | null };
  const told: string[] = [];
  /** What a conversation answers; absent: that something is open there. */
  const answers = new Map<ConversationId, boolean | Error>();
  const born = () =>
    new ConnectionRegistry({
      person: "psn_ann",
      places: new Places(sql),
      now: () => state.now,
      log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
      wakeAt: (at) => {
        state.alarm = at;
      },
      recheck: async (conversation, person) => {
        told.push(`${conversation} ${person}`);
        const answer = answers.get(conversation) ?? true;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
  const pass = (ms: number) => {
    state.now += ms;
    const isDue = state.alarm !== null && state.alarm <= state.now;
    if (isDue) state.alarm = null;
    return isDue;
  };
  return { born, told, answers, state, pass };
}

describe("a change of what a person may do", () => {
  it("is looked at in every place where something of theirs is open, and in no other", async () => {
    const { born, told, pass } = scene();
    const person = born();
    person.arrived(HOME);
    person.arrived(WORK);
    person.left(HOME);
    pass(10);
    await person.changed();
    expect(told).toEqual(["cnv_work psn_ann"]);
  });

  it("is looked at once, however often the object is woken", async () => {
    const { born, told, pass } = scene();
    const person = born();
    person.arrived(HOME);
    pass(10);
    await person.changed();
    await person.wake();
    expect(told).toHaveLength(1);
  });

  it("is not told any more where nothing was open", async () => {
    const { born, told, answers, pass } = scene();
    const person = born();
    answers.set(HOME, false);
    person.arrived(HOME);
    pass(10);
    await person.changed();
    pass(10);
    await person.changed();
    expect(told).toHaveLength(1);
  });

  it("reaches a place that could not be reached, a second later, and the others at once", async () => {
    const { born, told, answers, state, pass } = scene();
    const person = born();
    answers.set(HOME, new Error("overloaded"));
    person.arrived(HOME);
    person.arrived(WORK);
    pass(10);
    await person.changed();
    expect(told).toEqual(["cnv_home psn_ann", "cnv_work psn_ann"]);
    expect(state.alarm).toBe(state.now + 1_000);
    answers.delete(HOME);
    expect(pass(1_000)).toBe(true);
    await born().wake();
    expect(told.at(-1)).toBe("cnv_home psn_ann");
    expect(told).toHaveLength(3);
  });

  it("that was announced is looked at within 5 s, though nobody says that it was made, and after a restart", async () => {
    const { born, told, pass } = scene();
    born().arrived(HOME);
    pass(10);
    born().expect();
    // They came back in between, before whoever makes the change died.
    pass(500);
    born().arrived(HOME);
    expect(pass(4_000)).toBe(true);
    await born().wake();
    expect(told).toEqual(["cnv_home psn_ann"]);
  });

  it("is told to who comes after it: they may have been let in before", () => {
    const { born, state, pass } = scene();
    expect(born().arrived(HOME)).toBe(0);
    pass(10);
    born().expect();
    const { now } = state;
    pass(10);
    expect(born().arrived(WORK)).toBe(now);
  });
});
