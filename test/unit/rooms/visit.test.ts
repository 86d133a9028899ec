import { describe, expect, test } from "vitest";
import type { ModelEvent } from "../../../src/agent/ports/model.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import { evening, MINUTE, type Setting } from "./evening.ts";

const toBart = () => JSON.stringify({ agent: "bart" });
const visitOf = (setting: Setting = {}) => evening({ route: toBart, ...setting });
const statuses = ({ events }: ReturnType<typeof evening>) =>
  events.flatMap((event) => (event.type === "visit" ? [event.visit.session_status] : []));

describe("silence in a visit", () => {
  test.each([false, true])(
    "is asked about, then closes it; with the machine stopped in between: %s",
    async (stops) => {
      const bar = visitOf();
      const pause = async () => (stops ? bar.restart() : undefined);
      await bar.say("Good evening.");
      await bar.pass(14 * MINUTE);
      await pause();
      expect(bar.store.visits.current?.status).toBe("active");
      await bar.pass(MINUTE);
      expect(bar.last()).toBe("bart: Are you still there?");
      expect(bar.store.visits.current?.status).toBe("warning_15min");
      await pause();
      await bar.pass(4 * MINUTE);
      expect(bar.store.visits.current?.status).toBe("warning_15min");
      await pause();
      await bar.pass(MINUTE);
      expect(bar.last()).toBe("blanca: I close your tab.");
      expect(bar.store.visits.current).toMatchObject({ status: "kicked" });
      await pause();
      expect(bar.send("Wait!")).toMatchObject({
        status: "refused",
        refusal: "closed",
        reason: "Knock to come back.",
      });
    },
  );

  test("ends with a word: the clock begins anew", async () => {
    const bar = visitOf();
    await bar.say("Good evening.");
    await bar.pass(16 * MINUTE);
    expect(await bar.say("Still here.")).toBe("bart: All right.");
    expect(bar.store.visits.current?.status).toBe("active");
    await bar.pass(14 * MINUTE);
    expect(bar.store.visits.current?.status).toBe("active");
    await bar.pass(MINUTE);
    expect(bar.last()).toBe("bart: Are you still there?");
  });

  test("that was longer than both is not asked about any more", async () => {
    const bar = visitOf();
    await bar.say("Good evening.");
    const said = bar.events.length;
    const { said_at = 0 } = bar.store.visits.current ?? {};
    bar.store.visits.change({ said_at: said_at - 60 * MINUTE });
    await bar.restart();
    await bar.pass(MINUTE);
    expect(bar.events.slice(said).filter(({ type }) => type === "message")).toHaveLength(1);
    expect(bar.last()).toBe("blanca: I close your tab.");
  });
});

describe("the limit of a visit", () => {
  test.each([false, true])(
    "is announced, and ends it after the last answer; stopped in between: %s",
    async (stops) => {
      const bar = visitOf();
      for (let n = 1; n <= 4; n++) expect(await bar.say(`Word ${n}`)).toBe("bart: All right.");
      await bar.say("Word 5");
      expect(bar.last()).toBe("bart: Last call.");
      if (stops) await bar.restart();
      expect(await bar.say("Word 6")).toBe("bart: All right.");
      await bar.say("Word 7");
      if (stops) await bar.restart();
      await bar.say("Word 8");
      expect(bar.last()).toBe("bart: That was the last round.");
      expect(bar.store.visits.current).toMatchObject({ status: "ended", message_count: 8 });
      expect(bar.send("One more?")).toMatchObject({ refusal: "closed" });
      expect(
        bar.events.filter((event) => event.type === "message" && JSON.stringify(event).includes("Last call")),
      ).toHaveLength(1);
    },
  );

  test("holds for what is sent at once", () => {
    const bar = visitOf();
    const receipts = Array.from({ length: 9 }, (_, n) => bar.send(`Word ${n}`).status);
    expect(receipts).toEqual([...Array(8).fill("accepted"), "refused"]);
  });

  test("of a message is told with what to do, and nothing of it is kept", async () => {
    const bar = visitOf();
    expect(bar.send("x".repeat(501))).toMatchObject({
      refusal: "too_large",
      reason: expect.stringContaining("500"),
    });
    expect(bar.store.visits.current?.message_count).toBe(0);
    expect(bar.send("é".repeat(500)).status).toBe("accepted");
  });

  test("of a reply is the smaller one, and it ends with a sentence", async () => {
    const bar = visitOf({ isCut: true, answer: () => "The tap drips. It has done so since" });
    expect(await bar.say("Good evening.")).toBe("bart: The tap drips.");
    expect(bar.requests).toHaveLength(1);
    expect(bar.requests[0]?.max_output_tokens).toBe(200);
  });
});

describe("a visit", () => {
  test("takes words for who is in the room, and nothing else", () => {
    const bar = visitOf();
    expect(bar.send("Hello", { agent: "nightjar" })).toMatchObject({ refusal: "not_found" });
    expect(bar.store.visits.current?.message_count).toBe(0);
  });

  test("tells everybody how it stands as it changes", async () => {
    const bar = visitOf();
    await bar.say("Good evening.");
    await bar.pass(21 * MINUTE);
    expect(statuses(bar)).toEqual(["active", "warning_15min", "kicked"]);
    const last = bar.events.findLast(({ type }) => type === "visit");
    expect(last).toMatchObject({
      visit: { message_count: 1, message_limit: 8, agents_available: [], warns_at: null, host: "bart" },
    });
    expect(JSON.stringify(bar.events)).not.toContain("crisis");
  });

  test("is shown the same on each device in the same moment, and to one that comes later by its state", async () => {
    const bar = visitOf({
      route: () => JSON.stringify({ agent: "bart", breaks_rules: true, mute: "bernie" }),
    });
    const [one, two] = [bar.device(), bar.device()];
    bar.send("Good evening.");
    // No time has passed: what a message changes is told before anybody answers.
    expect(two.visit).toMatchObject({ message_count: 1, agents_muted: [] });
    await bar.pass(1_000);
    expect(one.visit).toMatchObject({ agents_muted: ["bernie"], session_status: "active" });
    expect(two.visit).toEqual(one.visit);
    expect(bar.device().visit).toEqual(one.visit);
    await bar.pass(15 * MINUTE);
    await bar.leave("ada");
    expect(two.visit).toMatchObject({ session_status: "ended" });
    expect(two.visit).toEqual(one.visit);
  });

  test("that is over is in the lists of the house with its beginning and its end, however long they were away", async () => {
    let isAway = true;
    const bar = visitOf({
      isBookAway: () => isAway,
      room: { host_memory: { visits: 4, first: 1, last: 1 } },
    });
    for (const word of ["One", "Two", "Three"]) await bar.say(word);
    await bar.pass(21 * MINUTE);
    await bar.restart();
    await bar.pass(MINUTE);
    expect(bar.records).toEqual([]);
    isAway = false;
    await bar.pass(MINUTE);
    expect(bar.records.at(-1)).toMatchObject({
      room: "bar",
      owner: "ada",
      status: "kicked",
      message_count: 3,
      kept: [
        { is_visitor: true, text: "One" },
        { speaker: "blanca", is_visitor: false, text: "I close your tab." },
      ],
    });
  });
});

test("a message that nobody answers does not count, and thinking is off for the next", async () => {
  const spent = { usage: NO_USAGE, model: "test/large", cost_usd: 0 };
  const instead: ModelEvent[] = [
    { type: "reasoning", delta: "Hm." },
    { type: "finish", reason: "length", ...spent },
  ];
  const setting: Setting = { route: toBart, instead };
  const bar = evening(setting);
  await bar.say("Good evening.");
  expect(bar.store.visits.current?.message_count).toBe(0);
  expect(bar.records.at(-1)?.message_count ?? 0).toBe(0);
  delete setting.instead;
  await bar.say("Good evening.");
  expect(bar.store.visits.current?.message_count).toBe(1);
  expect(bar.requests.at(-1)).toMatchObject({ reasoning: "off", max_output_tokens: 200 });
});
