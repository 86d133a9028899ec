/** Questions and approvals of a call: read aloud, and answered by what is heard. */
import { beforeEach, expect, it } from "vitest";
import {
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
let hasEnded: (hasSounded: boolean) => void;

beforeEach(() => {
  clock = new FakeClock();
  said = [];
  replies = [];
  outcome = "taken";
  isListening = false;
  asks = new SpokenAsks({
    say: (text, agent, ended) => {
      said.push({ text, agent });
      isListening = false;
      hasEnded = ended;
    },
    isListening: () => isListening,
    reply: async (call_id, words) => {
      replies.push(`${call_id}: ${words}`);
      return outcome;
    },
    after: (ms, run) => clock.after(ms, run),
  });
});

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
