import { describe, expect, test } from "vitest";
import { evening, MINUTE, type Setting } from "./evening.ts";

const DAY = 24 * 60 * MINUTE;
const shared = (setting: Setting = {}) =>
  evening({ route: () => JSON.stringify({ agent: "bart" }), ...setting, room: { is_shared: true } });
const statusOf = ({ store }: ReturnType<typeof evening>) => store.visits.current?.status;

describe("a visit that several share", () => {
  test.each([
    ["who came later", "bob", "ada"],
    ["who began it", "ada", "bob"],
  ])("goes on for the others when one leaves, %s", async (_, leaves, stays) => {
    const bar = shared();
    expect(bar.comeIn("bob")).toBe(true);
    await bar.say("Good evening.");
    await bar.leave(leaves);
    expect(statusOf(bar)).toBe("active");
    await bar.restart();
    expect(bar.send("Still here.", { person: stays }).status).toBe("accepted");
    await bar.pass(5_000);
    expect(bar.last()).toBe("bart: All right.");
  });

  test("takes nothing more from whoever began it and has left, and tells them how to come back", async () => {
    const bar = shared();
    bar.comeIn("bob");
    await bar.leave("ada");
    expect(bar.send("Wait!", { person: "ada" })).toMatchObject({
      refusal: "closed",
      reason: "Knock to come back.",
    });
    expect(bar.comeIn("ada")).toBe(true);
    expect(bar.send("Back again.", { person: "ada" }).status).toBe("accepted");
  });

  test("is over when the last one leaves", async () => {
    const bar = shared();
    bar.comeIn("bob");
    await bar.leave("ada");
    await bar.leave("ada");
    expect(statusOf(bar)).toBe("active");
    await bar.leave("bob");
    expect(statusOf(bar)).toBe("ended");
    expect(bar.comeIn("ada")).toBe(false);
  });

  test("has as many in it as there are seats, and the seat of who has left is free", async () => {
    const bar = shared();
    expect([bar.comeIn("bob", { seats: 2 }), bar.comeIn("cem", { seats: 2 })]).toEqual([true, false]);
    expect(bar.comeIn("bob", { seats: 2 })).toBe(true);
    await bar.leave("ada");
    expect(bar.comeIn("cem", { seats: 2 })).toBe(true);
    expect(bar.comeIn("ada", { seats: 2 })).toBe(false);
  });

  test("tells everybody who comes and goes", async () => {
    const bar = shared();
    bar.comeIn("bob");
    await bar.leave("ada");
    const told = bar.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(told).toEqual(["Bob has come in.", "Ada has left."]);
    expect(bar.events.findLast(({ type }) => type === "visit")).toMatchObject({ visit: { left: ["ada"] } });
  });

  test("is softer to whoever was in danger lately and came in later, and to nobody else", async () => {
    const bar = shared();
    const now = bar.store.visits.current?.started_at ?? 0;
    bar.comeIn("bob", { crisis_at: now - 2 * DAY });
    const given = async (person: string) => {
      bar.send("Good evening.", { person });
      await bar.pass(5_000);
      return JSON.stringify(bar.requests.at(-1)?.messages);
    };
    expect(await given("bob")).toContain("had a hard time lately");
    expect(await given("ada")).not.toContain("had a hard time lately");
  });

  test("keeps nothing of the danger in which somebody was whose data is erased, and no sign of them", async () => {
    const bar = shared();
    bar.comeIn("bob");
    bar.send("I want to die.", { person: "bob" });
    await bar.pass(5_000);
    expect(bar.records.at(-1)?.crisis).toHaveProperty("bob");
    expect(bar.store.visits.decisions(9)).toMatchObject([{ by: "crisis" }]);
    await bar.erase("bob");
    expect(bar.store.visits.current?.crisis).toEqual({});
    expect(bar.store.visits.decisions(9)).toEqual([]);
    await bar.say("And now?");
    expect(bar.records.at(-1)?.crisis).toEqual({});
  });

  test("hands the danger in which somebody was who has left to the book, and forgets it", async () => {
    let isAway = true;
    const bar = shared({ isBookAway: () => isAway });
    bar.comeIn("bob");
    bar.send("I want to die.", { person: "bob" });
    await bar.pass(5_000);
    await bar.leave("bob");
    expect(bar.store.visits.current?.crisis).toHaveProperty("bob");
    isAway = false;
    await bar.pass(MINUTE);
    expect(bar.records.at(-1)?.crisis).toHaveProperty("bob");
    expect(bar.store.visits.current?.crisis).toEqual({});
  });
});

test("a visit that is one person's is over when they leave, whoever else was let in", async () => {
  const bar = evening();
  bar.store.members.put({ person: "bob", name: "Bob", rights: ["write"], at: 1 });
  await bar.leave("bob");
  expect(statusOf(bar)).toBe("active");
  await bar.leave("ada");
  expect(statusOf(bar)).toBe("ended");
});

test("the lists of the house know how many messages there were, once they are answered", async () => {
  const bar = shared();
  for (const word of ["One", "Two"]) await bar.say(word);
  await bar.pass(1_000);
  expect(bar.records.at(-1)).toMatchObject({ status: "active", message_count: 2 });
});
