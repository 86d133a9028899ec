import { describe, expect, test } from "vitest";
import type { ModelEvent } from "../../../src/agent/ports/model.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import { evening, type Setting } from "./evening.ts";

const IN_DANGER = "I'm going to kill myself tonight.";
const HELP = "Call 112.";
const spent = { usage: NO_USAGE, model: "test/large", cost_usd: 0 };
const REFUSED = [
  {
    type: "failed",
    failure: { kind: "bad_request", retryable: false, reason: 'It said: "bad".' },
    ...spent,
  },
] satisfies ModelEvent[];
const ONLY_THOUGHT = [
  { type: "reasoning", delta: "Hmm." },
  { type: "finish", reason: "length", ...spent },
] satisfies ModelEvent[];
const EMPTY = [{ type: "finish", reason: "stop", ...spent }] satisfies ModelEvent[];
const HELD_BACK = [{ type: "finish", reason: "refusal", ...spent }] satisfies ModelEvent[];
const WAYS: [string, Setting][] = [
  ["refuses the request", { instead: REFUSED }],
  ["only thinks", { instead: ONLY_THOUGHT }],
  ["says nothing", { instead: EMPTY }],
  ["holds its answer back", { instead: HELD_BACK }],
  ["is not even chosen, since storage fails", { isBroken: true }],
];
const CHAT = { channel: "telegram", sender: "777", thread: "777" } as const;

describe("somebody in danger is answered with the room's help", () => {
  test.each(WAYS)("over HTTP, where the model %s", async (_, setting) => {
    const bar = evening(setting);
    const end = bar.ended(bar.send(IN_DANGER));
    await bar.pass(1_000);
    expect(await end).toMatchObject({ status: "completed", reply: HELP, reason: null });
  });

  test.each(WAYS)("in a chat, and with nothing else, where the model %s", async (_, setting) => {
    const bar = evening(setting);
    bar.send(IN_DANGER, { source: CHAT });
    await bar.pass(1_000);
    expect(bar.delivered.join()).toContain(HELP);
    expect(bar.delivered.join()).not.toMatch(/bad|thinking|wrong|empty|refused/i);
  });

  test("in a chat at once, while the model still thinks, and its words follow", async () => {
    let isHeld = true;
    const bar = evening({ isHeld: () => isHeld });
    bar.send(IN_DANGER, { source: CHAT });
    await bar.pass(100);
    expect(bar.delivered).toEqual([`**Hermes:** ${HELP}`]);
    isHeld = false;
    await bar.restart();
    await bar.pass(10_000);
    expect(bar.delivered).toEqual([`**Hermes:** ${HELP}`, "All right."]);
  });

  test("over HTTP within seconds, while a slow model goes on", async () => {
    const bar = evening({ isHeld: () => true });
    const end = bar.ended(bar.send(IN_DANGER));
    await bar.pass(7_000);
    expect(await end).toMatchObject({ status: "running", reply: HELP, agent: "hermes" });
  });

  test("as the first words of the stream, once, however often it begins anew", async () => {
    const again: ModelEvent[] = [
      { type: "text", delta: "I am" },
      { type: "restart", model: "test/large" },
      { type: "text", delta: "All right." },
      { type: "finish", reason: "stop", ...spent },
    ];
    const bar = evening({ instead: again });
    bar.send(IN_DANGER);
    await bar.pass(1_000);
    const last = bar.events.findLastIndex(({ type }) => type === "reset");
    const text = bar.events.slice(last).flatMap((event) => (event.type === "text" ? [event.delta] : []));
    expect(text.join("")).toBe(`${HELP}\n\nAll right.`);
    expect(bar.last()).toBe(`hermes: ${HELP}\n\nAll right.`);
  });

  test("of the country in their language", async () => {
    const shown = async (language: string) => {
      const bar = evening({ instead: EMPTY, language });
      return bar.say(IN_DANGER);
    };
    expect(await shown("de-DE")).toBe("hermes: Ruf 116 123 an.");
    // A language alone is no country, and of another the room has nothing.
    expect(await shown("de")).toBe("hermes: Call 112.");
    expect(await shown("de-AT")).toBe("hermes: Call 112.");
  });

  test("and the model is told that it stands there already", async () => {
    const bar = evening();
    await bar.say(IN_DANGER);
    expect(JSON.stringify(bar.requests[0]?.messages)).toContain("shown above your answer already");
  });

  test("also when the room does not take the message", () => {
    const refused = evening().send(`${"I am so tired of it all. ".repeat(40)}${IN_DANGER}`);
    expect(refused).toMatchObject({
      status: "refused",
      reason: expect.stringMatching(/^Call 112\.\n\nA mess/),
    });
  });

  test("where others read along only when no model says anything", async () => {
    const shared = { room: { is_shared: true } };
    expect(await evening(shared).say(IN_DANGER)).toBe("hermes: All right.");
    expect(await evening({ ...shared, instead: REFUSED }).say(IN_DANGER)).toBe("hermes: Call 112.");
  });

  test("but not when somebody stopped the answer, or nobody is in danger", async () => {
    const bar = evening({ instead: REFUSED });
    const end = bar.ended(bar.send("Good evening."));
    await bar.pass(5_000);
    expect(await end).toMatchObject({ status: "failed", reason: 'It said: "bad".' });
  });
});
