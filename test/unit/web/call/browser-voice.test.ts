/** The browser's own voice in a call. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Speaker } from "../../../../web/chat/voice/call/speaker.ts";
import type { Piece } from "../../../../web/chat/voice/call/types.ts";
import { BrowserVoice } from "../../../../web/chat/voice/call/voice/browser/browser-voice.ts";
import { partsOf } from "../../../../web/chat/voice/call/voice/browser/parts.ts";
import { hasVoices } from "../../../../web/chat/voice/call/voice/browser/voices.ts";
import { FakeClock } from "../fakes.ts";

class Utterance extends EventTarget {
  lang = "";
  voice: { name: string } | null = null;
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  tell(type: string, more: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), more));
  }
}

/** What a browser has: it says one utterance after the other, and a cancelled one ends with an error. */
class Synthesis extends EventTarget {
  voices: { name: string; lang: string; localService: boolean; default: boolean }[] = [
    { name: "Service", lang: "de-DE", localService: false, default: true },
    { name: "Anna", lang: "de_DE", localService: true, default: false },
    { name: "Daniel", lang: "en-GB", localService: true, default: false },
  ];
  readonly queue: Utterance[] = [];
  readonly said: Utterance[] = [];

  getVoices = () => this.voices;
  resume = () => undefined;
  speak(utterance: Utterance): void {
    this.queue.push(utterance);
    this.said.push(utterance);
  }
  cancel(): void {
    for (const utterance of this.queue.splice(0)) utterance.tell("error", { error: "interrupted" });
  }
  /** The utterance that is being said, up to its end. */
  finish(): void {
    this.queue.shift()?.tell("end");
  }
  get now(): Utterance {
    const [first] = this.queue;
    if (!first) throw new Error("Nothing is being said.");
    return first;
  }
}

let synthesis: Synthesis;
let clock: FakeClock;
let told: string[];
let speaker: Speaker;

beforeEach(() => {
  synthesis = new Synthesis();
  clock = new FakeClock();
  told = [];
  begin();
});
afterEach(() => vi.unstubAllGlobals());

function begin(): void {
  vi.stubGlobal("speechSynthesis", synthesis);
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("navigator", { language: "de-AT" });
  const voice = new BrowserVoice({ after: clock.after, now: () => clock.now });
  speaker = new Speaker(voice, {
    began: ({ text }) => told.push(`began ${text}`),
    ended: ({ text }, hasSounded) => told.push(`${hasSounded ? "ended" : "silent"} ${text}`),
    silent: () => told.push("over"),
  });
}

function piece(text: string): Piece {
  return { text, agent: "nightjar", of: { answer: "a", start: 0, end: text.length } };
}

async function says(...texts: string[]): Promise<void> {
  speaker.say(...texts.map(piece));
  await settled();
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const texts = () => synthesis.said.map(({ text }) => text);

describe("an answer", () => {
  test("is said sentence by sentence", async () => {
    await says("Der erste.", "Der **zweite**.");
    synthesis.now.tell("start");
    expect(texts()).toEqual(["Der erste."]);
    synthesis.finish();
    await settled();
    synthesis.now.tell("start");
    synthesis.finish();
    expect(texts()).toEqual(["Der erste.", "Der zweite."]);
    expect(told).toEqual([
      "began Der erste.",
      "ended Der erste.",
      "began Der **zweite**.",
      "ended Der **zweite**.",
      "over",
    ]);
  });

  test("is said by a voice of the device, in the language of its words", async () => {
    await says("Das ist nicht der Zug, den ich meine.", "That is the train which I mean.");
    expect([synthesis.now.lang, synthesis.now.voice?.name]).toEqual(["de-AT", "Anna"]);
    synthesis.finish();
    await settled();
    expect([synthesis.now.lang, synthesis.now.voice?.name]).toEqual(["en", "Daniel"]);
  });

  test("is silent at once when it is interrupted, and tells the word up to which it was heard", async () => {
    await says("One two three four.", "And more.");
    synthesis.now.tell("start");
    synthesis.now.tell("boundary", { charIndex: 8 });
    const { heard, rest } = speaker.stop();
    expect(synthesis.queue).toEqual([]);
    expect(heard?.part()).toBeCloseTo(8 / 19);
    expect(rest.map(({ text }) => text)).toEqual(["One two three four.", "And more."]);
    expect(told).toEqual(["began One two three four."]);
  });

  test("is judged by the time where the voice tells no words", async () => {
    await says("One two three four five six seven.");
    synthesis.now.tell("start");
    clock.pass(670);
    expect(speaker.stop().heard?.part()).toBeCloseTo(10 / 34);
  });

  test("goes on behind a sentence that the browser can't say", async () => {
    await says("First.", "Second.");
    synthesis.queue.shift()?.tell("error", { error: "synthesis-failed" });
    await settled();
    expect(texts()).toEqual(["First.", "Second."]);
    expect(told).toEqual(["silent First."]);
  });

  test("goes on behind a voice that never begins, or never ends", async () => {
    await says("First.", "Second.", "Third.");
    clock.pass(6_000);
    await settled();
    synthesis.now.tell("start");
    clock.pass(10_000);
    await settled();
    expect(texts()).toEqual(["First.", "Second.", "Third."]);
    expect(told).toEqual(["silent First.", "began Second.", "ended Second."]);
  });
});

test("a long sentence is said in parts, since some voices fall silent after 15 seconds", async () => {
  const long = `${"The ferry goes on and on, ".repeat(12)}and stops.`;
  await says(long);
  for (let count = 0; synthesis.queue.length > 0; count += 1) {
    synthesis.now.tell("start");
    if (count === 1) {
      synthesis.now.tell("boundary", { charIndex: 10 });
      break;
    }
    synthesis.finish();
  }
  expect(texts()).toEqual(partsOf(long).slice(0, 2));
  expect(texts().every(({ length }) => length <= 150)).toBe(true);
  const whole = partsOf(long).join("").length;
  expect(speaker.stop().heard?.part()).toBeCloseTo(((texts()[0]?.length ?? 0) + 10) / whole);
  expect(told).toEqual([`began ${long}`]);
});

describe("the voices of a browser", () => {
  test("are waited for, as they are listed late", async () => {
    const { voices } = synthesis;
    synthesis.voices = [];
    const listed = hasVoices(clock.after);
    synthesis.voices = voices;
    synthesis.dispatchEvent(new Event("voiceschanged"));
    expect(await listed).toBe(true);
  });

  test("may be missing: then nothing is said, and the call goes on", async () => {
    synthesis.voices = [];
    begin();
    speaker.say(piece("First."));
    await settled();
    clock.pass(1_500);
    await settled();
    expect(texts()).toEqual([]);
    expect(told).toEqual(["silent First.", "over"]);
  });
});
