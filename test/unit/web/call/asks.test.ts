/** Questions and approvals of a call: read aloud, and answered by what is heard. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  type KeptAsks,
  type OpenAsk,
  type ReplyOutcome,
  SpokenAsks,
} from "../../../../web/chat/voice/call/asks/spoken-asks.ts";
import { FakeClock } from "../fakes.ts";

const COLOUR: OpenAsk = {
  call_id: "c1",
  agent: "owl",
  ask: { kind: "question", question: "Which colour?", options: ["Red", "Blue"] },
};
const approval = (more: object = {}): OpenAsk => ({
  call_id: "c2",
  agent: "owl",
  ask: { kind: "approval", tool: "write", input: { path: "tea.txt" }, reason: "It asks first.", ...more },
});

let clock: FakeClock;
let said: { text: string; agent: string }[];
let replies: string[];
let outcome: ReplyOutcome;
let isListening: boolean;
let asks: SpokenAsks;
let kept: KeptAsks | null;
let hasEnded: (hasSounded: boolean) => void;

beforeEach(() => {
  clock = new FakeClock();
  said = [];
  replies = [];
  outcome = "taken";
  isListening = false;
  kept = null;
  asks = page();
});

/** A page of the call, with what an earlier one has kept. */
function page(): SpokenAsks {
  const ports = {
    say: (text: string, agent: string, ended: (hasSounded: boolean) => void) => {
      said.push({ text, agent });
      isListening = false;
      hasEnded = ended;
    },
    isListening: () => isListening,
    reply: async (call_id: string, words: string, repeated: boolean) => {
      replies.push(`${call_id}: ${words}${repeated ? ", again" : ""}`);
      return outcome;
    },
    keep: (state: KeptAsks) => {
      kept = structuredClone(state);
    },
    now: () => clock.now,
    after: (ms: number, run: () => void) => clock.after(ms, run),
  };
  return new SpokenAsks(ports, kept);
}

/** The spoken words have been heard to their end. */
function listens(): void {
  hasEnded(true);
  isListening = true;
  asks.settle();
}

it("reads a question with its choices in the agent's voice, and the next words are its answer", async () => {
  asks.follow([COLOUR]);
  expect(said).toEqual([{ text: "Which colour? You can choose: Red, Blue.", agent: "owl" }]);
  listens();
  expect(await asks.take("Blue")).toBe(true);
  expect(await asks.take("And tea")).toBe(false);
  expect(replies).toEqual(["c1: Blue"]);
});

it("reads one after the other, and none twice", async () => {
  asks.follow([COLOUR, approval({ by_voice: true })]);
  listens();
  await asks.take("Blue");
  asks.follow([COLOUR, approval({ by_voice: true })]);
  expect(said.map(({ text }) => text)).toEqual([
    expect.stringContaining("Which colour?"),
    "May I use **Write**? It asks first. Path: tea.txt. Say yes or no.",
  ]);
});

it("asks once again when the answer is unclear, and then takes the words as they are", async () => {
  asks.follow([COLOUR]);
  listens();
  outcome = "unclear";
  expect(await asks.take("Hm")).toBe(true);
  expect(said.at(-1)?.text).toBe("I didn't understand that. You can choose: Red, Blue.");
  listens();
  expect(await asks.take("Violet")).toBe(false);
});

it("leaves the question open after a minute without words, which begins when it has been read", async () => {
  asks.follow([COLOUR]);
  clock.pass(120_000);
  listens();
  clock.pass(59_000);
  expect(said).toHaveLength(1);
  clock.pass(1_000);
  expect(said.at(-1)?.text).toBe("I'll leave the question open. You can answer it in the conversation.");
  expect(await asks.take("Blue")).toBe(false);
});

it("does not leave it while the person speaks", () => {
  asks.follow([COLOUR]);
  listens();
  isListening = false;
  clock.pass(60_000);
  expect(said).toHaveLength(1);
  listens();
  expect(said).toHaveLength(2);
});

it("takes no words for an approval that was not heard to its end, and reads it again", async () => {
  asks.follow([approval({ by_voice: true })]);
  expect(await asks.take("Yes")).toBe(false);
  isListening = true;
  asks.settle();
  expect([replies, said.length]).toEqual([[], 2]);
});

it("hears no decision about an approval of which there was no sound", async () => {
  asks.follow([approval({ by_voice: true })]);
  hasEnded(false);
  expect(await asks.take("Yes")).toBe(false);
});

it("sends to the screen for what no voice may allow", async () => {
  asks.follow([approval()]);
  expect(said[0]?.text).toContain("Please confirm it on the screen. You can say no here.");
  listens();
  outcome = "screen";
  expect(await asks.take("Yes")).toBe(true);
  expect(said.at(-1)?.text).toBe("That can't be said aloud. Please use the screen.");
});

it("does not read a question for a secret, and hears no answer to it", async () => {
  asks.follow([
    { ...COLOUR, ask: { kind: "question", question: "Your PIN?", options: [], caution: "secret" } },
  ]);
  expect(said[0]?.text).toBe("There is a question on the screen. Don't answer it aloud.");
  expect(await asks.take("1234")).toBe(false);
});

it("hears nothing more for a question that was settled elsewhere", async () => {
  asks.follow([COLOUR]);
  listens();
  asks.follow([]);
  expect(await asks.take("Blue")).toBe(false);
});

describe("a reloaded page", () => {
  it("hears the answer to a question that was read before, without reading it again", async () => {
    asks.follow([COLOUR]);
    listens();
    asks = page();
    asks.follow([COLOUR]);
    expect([said.length, await asks.take("Blue"), replies]).toEqual([1, true, ["c1: Blue"]]);
  });

  it("reads one again of which only a part was heard", () => {
    asks.follow([approval({ by_voice: true })]);
    asks = page();
    asks.follow([approval({ by_voice: true })]);
    expect(said).toHaveLength(2);
  });

  it("leaves what was left, and asks no third time for what was unclear", async () => {
    asks.follow([COLOUR]);
    listens();
    clock.pass(60_000);
    asks = page();
    asks.follow([COLOUR, { ...COLOUR, call_id: "c3" }]);
    expect(said).toHaveLength(3);
    listens();
    outcome = "unclear";
    await asks.take("Hm");
    listens();
    asks = page();
    asks.follow([COLOUR, { ...COLOUR, call_id: "c3" }]);
    expect([said.length, await asks.take("Violet")]).toEqual([4, false]);
  });

  it("repeats an answer of which nobody knows whether it arrived, also to a question that is closed by now", async () => {
    asks.follow([COLOUR]);
    listens();
    asks = page();
    expect(await asks.take("Blue", "c1")).toBe(true);
    outcome = "settled";
    expect(await asks.take("Blue", "c1")).toBe(false);
    outcome = "taken";
    asks.follow([COLOUR]);
    expect(await asks.take("Blue", "c1")).toBe(true);
    expect(replies).toEqual(["c1: Blue, again", "c1: Blue, again", "c1: Blue, again"]);
  });
});

describe("a question with a time of its own", () => {
  const until = (ms: number): OpenAsk => ({
    ...COLOUR,
    ask: { kind: "question", question: "Which?", options: [], expires_at: new Date(ms).toISOString() },
  });

  it("is not said to stay open when its time has passed, and its person is told that it goes on", () => {
    asks.follow([until(60_000)]);
    clock.pass(5_000);
    listens();
    clock.pass(55_000);
    asks.follow([]);
    expect(said.at(-1)?.text).toBe("Time is up. I'll go on without your answer.");
  });

  it("that was answered on the screen is over without a word", () => {
    asks.follow([until(60_000)]);
    listens();
    clock.pass(20_000);
    asks.follow([]);
    expect(said).toHaveLength(1);
  });

  it("is left open until then", () => {
    asks.follow([until(24 * 3_600_000)]);
    listens();
    clock.pass(60_000);
    expect(said.at(-1)?.text).toMatch(/^I'll leave the question open until .+\. You can answer it/);
  });
});
