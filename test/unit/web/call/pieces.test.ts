/** Parts of a call that need no browser: sentences, pauses of a voice, and utterances on their way. */
import { expect, it } from "vitest";
import { Recording } from "../../../../web/chat/voice/call/ear/recording.ts";
import { VoiceActivity } from "../../../../web/chat/voice/call/ear/voice-activity.ts";
import { heardCharacters } from "../../../../web/chat/voice/call/heard.ts";
import { pieceEnd } from "../../../../web/chat/voice/call/sentences.ts";
import { type KeptUtterance, Utterances } from "../../../../web/chat/voice/call/utterances.ts";
import { placeAfter } from "../../../../web/chat/voice/heard-place.ts";
import { FakeClock } from "../fakes.ts";

function piecesOf(text: string, isOver = true): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const end = from < text.length ? pieceEnd(text, from, { isOver, isFirst: from === 0 }) : null;
    if (end === null) return pieces;
    pieces.push(text.slice(from, end).trim());
    from = end;
  }
}

it.each<[string, string[]]>([
  [
    "It costs 3.5 euros. Dr. Meier pays, e.g. today. Good!",
    ["It costs 3.5 euros.", "Dr. Meier pays, e.g. today.", "Good!"],
  ],
  ["Am 3. Mai kommt z. B. Anna. Ja.", ["Am 3. Mai kommt z. B. Anna.", "Ja."]],
  ["First:\n\n1. Take the ferry\n2. Walk home", ["First:\n\n1. Take the ferry", "2. Walk home"]],
  ["Run this:\n```js\na. b. c\n```\nDone.", ["Run this:", "```js\na. b. c\n```", "Done."]],
  [
    "Prices:\n\n| A | B |\n|---|---|\n| 1. x | 2. y |\n\nThat is all.",
    ["Prices:", "| A | B |\n|---|---|\n| 1. x | 2. y |", "That is all."],
  ],
  ["日本語です。次の文です。", ["日本語です。次の文です。"]],
  [
    "On a day like this one, many people would rather go to the sea.",
    ["On a day like this one, many people would rather go to the sea."],
  ],
])("%j is spoken in whole sentences", (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});

it("begins with a clause where the first sentence is long", () => {
  const text = "If you want to be there before everybody else has left, take the first ferry of the day";
  expect(piecesOf(text, false)).toEqual(["If you want to be there before everybody else has left,"]);
});

it("waits for more where a sentence has no end yet, and cuts one that never ends", () => {
  expect(piecesOf("The ferry leaves at 9.", false)).toEqual([]);
  expect(piecesOf("```\nnever closed", false)).toEqual([]);
  const long = piecesOf("word ".repeat(200));
  expect(long.length).toBeGreaterThan(2);
  expect(Math.max(...long.map(({ length }) => length))).toBeLessThanOrEqual(280);
});

it("counts whole words as heard", () => {
  expect([0, 0.4, 0.99, 1].map((part) => heardCharacters("The ferry leaves.", part))).toEqual([0, 3, 9, 17]);
});

it("finds the place of an interruption in the shown answer, whatever its marks", () => {
  const shown = "ThedoorisopenandthedoorisredThedoorisopen";
  const place = (characters: number, end: string) => placeAfter(shown, { characters, end });
  expect([place(20, "The **door** is"), place(50, "is red.\n\nThe door"), place(0, "")]).toEqual([9, 35, 0]);
  expect(place(5, "words that are not there")).toBe(shown.length);
});

/** `speech` and silence by turns: ms. */
function activityOf(activity: VoiceActivity, ...spans: number[]) {
  const told: [number, string][] = [];
  let at = 0;
  for (const [index, span] of spans.entries())
    for (let frame = 0; frame < span / 10; frame += 1) {
      at += 10;
      const change = activity.frame(index % 2 === 0 ? 0.95 : 0.05);
      if (change) told.push([at, change]);
    }
  return told;
}

it("hears somebody begin within 50 ms, and end after the pause", () => {
  expect(activityOf(new VoiceActivity(() => 700), 600, 300, 300, 800)).toEqual([
    [50, "began"],
    [250, "lasts"],
    [1_900, "ended"],
  ]);
});

it("hears an interruption within 100 ms while an answer sounds, and drops a click", () => {
  const activity = new VoiceActivity(() => 400);
  activity.isWary = true;
  expect(activityOf(activity, 40, 500)).toEqual([]);
  expect(activityOf(activity, 300)).toEqual([
    [100, "began"],
    [250, "lasts"],
  ]);
  expect(activityOf(new VoiceActivity(() => 400), 60, 500)).toEqual([
    [50, "began"],
    [460, "dropped"],
  ]);
});

it("waits for no pause while somebody holds to talk", () => {
  const activity = new VoiceActivity(() => 400);
  expect([activity.hold(), activityOf(activity, 200, 900), activity.release()]).toEqual([
    "began",
    [],
    "ended",
  ]);
});

it("records what was said as a WAV file of 16 kHz, with a little of what came before", async () => {
  const recording = new Recording();
  for (let frame = 0; frame < 100; frame += 1) recording.add(new Float32Array(480), false);
  for (let frame = 0; frame < 50; frame += 1) recording.add(new Float32Array(480).fill(0.5), true);
  const bytes = await recording.take().arrayBuffer();
  const view = new DataView(bytes);
  expect(new TextDecoder().decode(bytes.slice(0, 4))).toBe("RIFF");
  expect([view.getUint32(24, true), view.getUint32(40, true)]).toEqual([16_000, 90 * 160 * 2]);
  expect(view.getInt16(bytes.byteLength - 2, true)).toBe(Math.round(0.5 * 0x7fff));
});

/** `awaits`: id of the call that words answer; `arrived`: it is known how that went. */
function line(
  answers: (string | null)[],
  { awaits, arrived = Promise.resolve() }: { awaits?: string; arrived?: Promise<void> } = {},
) {
  const answered: (string | undefined)[] = [];
  const clock = new FakeClock();
  const kept = new Map<string, KeptUtterance>();
  const said: [string, string][] = [];
  let asked = 0;
  const utterances = new Utterances({
    store: {
      put: async (utterance) => void kept.set(utterance.client_id, utterance),
      remove: async (client_id) => void kept.delete(client_id),
      list: async () => [...kept.values()],
    },
    conversation: () => "cnv_1",
    transcribe: async () => {
      const text = answers[asked++];
      return text == null ? { ok: false, reason: "No connection.", isRetryable: true } : { ok: true, text };
    },
    awaits: () => awaits,
    say: ({ text }, { client_id, answers: earlier }) => {
      said.push([client_id, text]);
      answered.push(earlier);
      return arrived;
    },
    newClientId: () => `client-${kept.size}`,
    now: () => 0,
    after: clock.after,
  });
  return { clock, kept, said, answered, utterances, asked: () => asked };
}

const FREE = { cut: null, worded: () => null };
const settled = async () => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
};

it("keeps an utterance that the connection broke under, and sends it once, before later ones", async () => {
  const { clock, kept, said, utterances } = line([null, "first", "second"]);
  const outcome = await utterances.send({ recording: new Blob(["1"]) }, FREE);
  expect([outcome.status, kept.size]).toEqual(["kept", 1]);
  void utterances.send({ recording: new Blob(["2"]) }, FREE);
  await settled();
  clock.pass(5_000);
  await settled();
  expect([said, kept.size]).toEqual([
    [
      ["client-0", "first"],
      ["client-1", "second"],
    ],
    0,
  ]);
});

it("sends what an earlier page had kept under its own key, and transcribes nothing twice", async () => {
  const { kept, said, utterances, asked } = line([]);
  kept.set("old", {
    client_id: "old",
    conversation: "cnv_1",
    at: 0,
    said: { text: "Still there?" },
    cut: null,
  });
  await utterances.restore();
  await settled();
  expect([said, kept.size, asked()]).toEqual([[["old", "Still there?"]], 0, 0]);
});

it("keeps an answer to a question until it is known how it went, and says it again after a reload", async () => {
  const arrived = Promise.withResolvers<void>();
  const before = line(["Blue"], { awaits: "c1", arrived: arrived.promise });
  void before.utterances.send({ recording: new Blob(["1"]) }, FREE);
  await settled();
  expect([...before.kept.values()]).toMatchObject([{ said: { text: "Blue" }, answers: "c1" }]);
  const after = line([]);
  for (const utterance of before.kept.values()) after.kept.set(utterance.client_id, utterance);
  await after.utterances.restore();
  await settled();
  expect([after.answered, after.kept.size]).toEqual([["c1"], 0]);
  arrived.resolve();
  await settled();
  expect([before.answered, before.kept.size]).toEqual([[undefined], 0]);
});

it("waits for the end of a table, whatever arrives of it first", () => {
  const table = "| A | B |\n|---|---|\n| 1 | 2 |\n";
  for (let length = 1; length <= table.length; length += 1)
    expect(piecesOf(table.slice(0, length), false)).toEqual([]);
  expect(piecesOf(`${table}\nDone.`, false)).toEqual([table.trim()]);
});
