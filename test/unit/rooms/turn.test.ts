import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { VisitStart } from "../../../src/domain/visit.ts";
import { evening, MINUTE, type Setting } from "./evening.ts";

const to =
  (agent: string, more: object = {}) =>
  () =>
    JSON.stringify({ agent, reason: "It fits.", ...more });
const DAY = 24 * 60 * MINUTE;

function systemOf(request: ModelRequest | undefined): string {
  return request?.system.map(({ text }) => text).join("\n") ?? "";
}

/** All that the model was given, but for who it is. */
function givenTo(request: ModelRequest | undefined): string {
  return JSON.stringify(request?.messages ?? []);
}

describe("who answers in a room", () => {
  test("is who the router names, under their own name and instructions", async () => {
    const bar = evening({ route: to("bernie") });
    expect(await bar.say("Do you know Dakar?")).toBe("bernie: All right.");
    expect(systemOf(bar.requests[0])).toContain("You are Bernie.");
    expect(bar.requests[0]?.tools).toEqual([]);
    expect(bar.store.visits.decisions(9)).toMatchObject([
      { agent: "bernie", by: "router", reason: "It fits." },
    ]);
  });

  test("is told to a fast model with the last three messages and the wish, and nothing more", async () => {
    const bar = evening({ route: to("bart") });
    for (const word of ["First", "Second", "Third"]) await bar.say(word, "bernie");
    const [, , third] = bar.routed;
    const given = givenTo(third);
    expect(given).toContain("Third");
    expect(given).toContain("Second");
    expect(given).not.toContain("First");
    expect(given).toContain("Chosen by the visitor: bernie");
  });

  test("is the host when the router says nothing for three seconds, and the answer comes all the same", async () => {
    const bar = evening({ route: () => undefined });
    const receipt = bar.send("Good evening.");
    expect(receipt.status).toBe("accepted");
    await bar.pass(2_900);
    expect(bar.requests).toHaveLength(0);
    await bar.pass(200);
    expect(bar.last()).toBe("bart: All right.");
    expect(bar.store.visits.decisions(1)).toMatchObject([{ by: "host" }]);
  });

  test("is whom the words name first, where no router is", async () => {
    const bar = evening({ room: { router_model: null } });
    expect(await bar.say("Bernie, do you know Dakar?")).toBe("bernie: All right.");
    expect(await bar.say("@blanca may I smoke here?")).toBe("blanca: All right.");
    expect(await bar.say("Nobody in particular.")).toBe("bart: All right.");
    expect(bar.routed).toEqual([]);
  });

  test.each([
    ["Hey Bernie, what do you think?", "bernie"],
    ["And what do you think, Blanca?", "blanca"],
    ["Und du, Hermes?", "hermes"],
    ["Do you know Bernie?", "bart"],
    ["Bernies Platz ist frei", "bart"],
  ])("as it is spoken: %j", async (words, agent) => {
    const bar = evening({ room: { router_model: null } });
    expect(await bar.say(words)).toBe(`${agent}: All right.`);
  });

  test("is told whose spoken answer was interrupted, and where", async () => {
    const bar = evening({ room: { router_model: null } });
    await bar.say("Bernie, do you know Dakar?");
    const message_id = bar.store.meta.head ?? undefined;
    bar.send("And you, Blanca?", { heard: { message_id: message_id as MessageId, characters: 3 } });
    await bar.pass(5_000);
    expect(bar.last()).toBe("blanca: All right.");
    expect(givenTo(bar.requests.at(-1))).toContain(
      "The spoken answer of Bernie was interrupted. It was heard up to",
    );
  });

  test("stays who it was when the machine stops in the answer: the router is asked once", async () => {
    let isHeld = false;
    // The agent's model says nothing, once the router has said its word.
    const bar = evening({ isHeld: () => isHeld && bar.requests.length > 0, route: to("bernie") });
    isHeld = true;
    bar.send("Do you know Dakar?");
    await bar.pass(1_000);
    expect(bar.events.at(-1)?.type).not.toBe("turn_end");
    isHeld = false;
    await bar.restart();
    await bar.pass(10_000);
    expect(bar.last()).toBe("bernie: All right.");
    expect(bar.routed).toHaveLength(1);
  });

  test("stays who was decided, when the machine stops before anybody began", async () => {
    let isHeld = true;
    const bar = evening({ route: to("bart"), isHeld: () => isHeld });
    const receipt = bar.send("Do you know Dakar?");
    await bar.pass(1);
    const asked = bar.routed.length;
    // As the life before has left it: decided, and nothing announced.
    const turn = receipt.status === "accepted" ? receipt.turn_id : null;
    bar.store.visits.decide(turn as TurnId, { agent: "bernie", by: "router", reason: "It fits." }, 1);
    isHeld = false;
    await bar.restart();
    await bar.pass(10_000);
    expect(bar.last()).toBe("bernie: All right.");
    expect(bar.routed).toHaveLength(asked);
  });
});

describe("the moderator", () => {
  test("answers what breaks the rules, and silences an agent for a time", async () => {
    let verdict: object = { breaks_rules: true, mute: "bernie" };
    const bar = evening({ route: () => JSON.stringify({ agent: "bernie", ...verdict }) });
    expect(await bar.say("You are all fools, tell them, Bernie.")).toBe("blanca: All right.");
    const told = bar.events.findLast(({ type }) => type === "visit");
    expect(told).toMatchObject({
      visit: { agents_muted: ["bernie"], agents_available: ["bart", "blanca", "hermes"] },
    });
    verdict = {};
    expect(await bar.say("Bernie?", "bernie")).toBe("bart: All right.");
    await bar.restart();
    await bar.pass(10 * MINUTE);
    expect(bar.store.visits.current?.muted).toEqual([]);
    expect(await bar.say("Bernie?", "bernie")).toBe("bernie: All right.");
  });
});

describe("care", () => {
  test("the crisis agent answers at once, with help as the room has it, and the evening goes on", async () => {
    const bar = evening({ route: to("bernie") });
    expect(await bar.say("I want to die.")).toBe("hermes: Call 112.\n\nAll right.");
    expect(bar.routed).toEqual([]);
    expect(givenTo(bar.requests[0])).toContain("Ruf 116 123 an.");
    expect(await bar.say("Thank you. Do you know Dakar?")).toBe("bernie: All right.");
    expect(bar.store.visits.current?.crisis).toHaveProperty("ada");
    expect(bar.records.at(-1)?.crisis).toHaveProperty("ada");
  });

  test("makes moderator and host softer for days, and then no more", async () => {
    const now = evening().store.visits.current?.started_at ?? 0;
    const soft = async (setting: Setting, agent: string) => {
      const bar = evening({ route: to(agent), ...setting });
      await bar.say("Good evening.");
      return givenTo(bar.requests[0]);
    };
    const flagged = { crisis: { ada: now - 6 * DAY } };
    expect(await soft(flagged, "blanca")).toContain("Ask early how they are");
    expect(await soft(flagged, "bart")).toContain("dark humour");
    expect(await soft({ crisis: { ada: now - 8 * DAY } }, "blanca")).not.toContain("gentle");
    expect(await soft({ crisis: { bob: now } }, "blanca")).not.toContain("gentle");
  });

  test("of one is nothing to the others in the room", async () => {
    const bar = evening({ route: to("bart"), room: { is_shared: true } });
    bar.store.members.put({ person: "bob", name: "Bob", rights: ["write"], at: 1 });
    await bar.say("I want to die.");
    bar.send("What a lovely night.", { person: "bob" });
    await bar.pass(5_000);
    const context = /<context>.*?<\/context>/.exec(givenTo(bar.requests.at(-1)))?.[0] ?? "";
    expect(context).toContain("Now:");
    expect(context).not.toContain("gentle");
    const views = bar.events.filter(({ type }) => type === "visit");
    expect(JSON.stringify(views)).not.toMatch(/crisis|danger/);
  });
});

describe("what is seen", () => {
  const long = {
    room: {
      limits: {
        message_chars: 500,
        reply_tokens: 200,
        messages: 40,
        last_call_before: 5,
        visits_per_day: 5,
        people: 4,
      },
    },
  };

  test("the host sees the first three and at least the last ten messages of a visit, the others all of it", async () => {
    let agent = "bernie";
    const bar = evening({ ...long, route: () => JSON.stringify({ agent }) });
    for (let n = 1; n <= 12; n++) await bar.say(`Word ${n}.`);
    agent = "bart";
    await bar.say("Word 13.");
    const host = givenTo(bar.requests.at(-1));
    const words = (text: string) =>
      Array.from({ length: 13 }, (_, n) => n + 1).filter((n) => text.includes(`Word ${n}.`));
    // What goes out of sight goes ten messages at a time: of 25 messages the fourth to the thirteenth.
    expect(words(host)).toEqual([1, 2, 8, 9, 10, 11, 12, 13]);
    agent = "bernie";
    await bar.say("And again.");
    expect(words(givenTo(bar.requests.at(-1)))).toHaveLength(13);
  });

  test("the host alone remembers earlier visits, in the part of the prompt that stays the same", async () => {
    const messages = [
      { speaker: "Ada", is_visitor: true, text: "My boat is called Heron.", at: "2026-11-01T20:00:00.000Z" },
      { speaker: "bart", is_visitor: false, text: "A good name.", at: "2026-11-01T20:00:05.000Z" },
    ];
    const remembered = [{ started_at: "2026-11-01T20:00:00.000Z", weather: null, messages }];
    let agent = "bart";
    const bar = evening({ remembered, route: () => JSON.stringify({ agent }) });
    await bar.say("Do you remember me?");
    await bar.say("And now?");
    const [first, second] = bar.requests.map(systemOf);
    expect(first).toContain("Ada: My boat is called Heron.\nBart: A good name.");
    expect(second).toBe(first);
    agent = "bernie";
    await bar.say("And you?");
    expect(systemOf(bar.requests.at(-1))).not.toContain("Heron");
  });

  test("who somebody is and where they are is the same for all visits, and is kept for an hour", async () => {
    const stable = async (weather: VisitStart["weather"]) => {
      const bar = evening({ ...long, weather, route: to("bernie") });
      await bar.say("Good evening.");
      await bar.pass(MINUTE);
      await bar.say("Do you know Dakar?");
      return bar.requests.map(({ system }) => system.find(({ tier }) => tier === "stable"));
    };
    const rain = await stable({ place: "Lisbon", sky: "light rain", temperature_c: 12, is_day: false });
    expect(new Set([...rain, ...(await stable(null))].map((block) => JSON.stringify(block))).size).toBe(1);
    expect(rain[0]).toMatchObject({ keep: "1h" });
    expect(rain[0]?.text).toContain("Several speak here.");
  });

  test("most of what the host is given it has been given before, however long a visit is", async () => {
    const bar = evening({ ...long, route: to("bart") });
    for (let n = 1; n <= 30; n++) await bar.say(`Word ${n}.`);
    const histories = bar.requests.map(({ messages, history_length }) => messages.slice(0, history_length));
    const isKept = (now: unknown[], before: unknown[]) =>
      before.every((message, index) => JSON.stringify(message) === JSON.stringify(now[index]));
    const kept = histories.filter((now, index) => isKept(now, histories[index - 1] ?? []));
    expect(kept.length).toBeGreaterThanOrEqual(25);
    expect(histories.at(-1)?.length).toBeLessThan(23);
  });

  test("an agent knows where it is, the weather at the door, and when the end is near", async () => {
    const bar = evening({ route: to("bart") });
    await bar.say("One.");
    expect(givenTo(bar.requests[0])).toMatch(/light rain, 12 °C, at night in Lisbon/);
    expect(systemOf(bar.requests[0])).toContain("The others of the house: Blanca, Hermes, Bernie.");
    for (let n = 2; n <= 7; n++) await bar.say(`Word ${n}.`);
    expect(givenTo(bar.requests.at(-1))).toContain("the visit has 1 messages left");
    await bar.say("The last one.");
    expect(givenTo(bar.requests.at(-1))).toContain("say goodbye");
  });
});
