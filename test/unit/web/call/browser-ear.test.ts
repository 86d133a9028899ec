/** The browser's own recognition as the ear of a call. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrowserEar } from "../../../../web/chat/voice/call/ear/browser-ear.ts";
import { FakeClock } from "../fakes.ts";

class Recognition extends EventTarget {
  static newest: Recognition;
  starts = 0;
  private isRunning = false;
  private readonly results: (readonly { transcript: string }[] & { isFinal: boolean })[] = [];

  constructor() {
    super();
    Recognition.newest = this;
  }
  start(): void {
    if (this.isRunning) throw new Error("It runs already.");
    this.isRunning = true;
    this.starts += 1;
    this.results.length = 0;
  }
  /** The end follows later. */
  abort(): void {}
  ends(): void {
    this.isRunning = false;
    this.dispatchEvent(new Event("end"));
  }
  /** A guess is replaced by the next result. */
  hears(transcript: string, isFinal: boolean): void {
    if (this.results.at(-1)?.isFinal === false) this.results.pop();
    this.results.push(Object.assign([{ transcript }], { isFinal }));
    const { results } = this;
    this.dispatchEvent(Object.assign(new Event("result"), { results, resultIndex: results.length - 1 }));
  }
  fails(error: string): void {
    this.dispatchEvent(Object.assign(new Event("error"), { error }));
  }
}

const browser = globalThis as { SpeechRecognition?: unknown };
beforeEach(() => {
  browser.SpeechRecognition = Recognition;
});
afterEach(() => {
  delete browser.SpeechRecognition;
});

async function opened() {
  const clock = new FakeClock();
  const told: string[] = [];
  const ear = new BrowserEar(() => 700, clock.after);
  const result = await ear.open({
    began: () => told.push("began"),
    lasts: () => told.push("lasts"),
    words: (text) => told.push(text),
    ended: (utterance) =>
      told.push(utterance && "text" in utterance ? `ended: ${utterance.text}` : "dropped"),
    failed: (reason) => told.push(reason),
  });
  return { clock, told, ear, result };
}

it("shows words while they are recognised, and sends them after the pause", async () => {
  const { clock, told } = await opened();
  Recognition.newest.hears("water", false);
  Recognition.newest.hears("water the roses", true);
  clock.pass(699);
  expect(told.at(-1)).toBe("water the roses");
  clock.pass(1);
  expect([told[0], told.at(-1)]).toEqual(["began", "ended: water the roses"]);
});

it("sends what it has when somebody lets go, once", async () => {
  const { clock, told, ear } = await opened();
  ear.hold();
  Recognition.newest.hears("water the rose", false);
  ear.release();
  Recognition.newest.hears("water the roses", true);
  clock.pass(5_000);
  expect(told.filter((each) => each.startsWith("ended"))).toEqual(["ended: water the rose"]);
});

it("goes on where the browser ends after a silence, and is never started twice", async () => {
  const { ear } = await opened();
  const recognition = Recognition.newest;
  recognition.ends();
  expect(recognition.starts).toBe(2);
  ear.listen(false);
  ear.listen(true);
  recognition.ends();
  expect(recognition.starts).toBe(3);
});

it("ends with the reason where the browser refuses or fails, and passes over a silence", async () => {
  const { told } = await opened();
  Recognition.newest.fails("no-speech");
  expect(told).toEqual([]);
  Recognition.newest.fails("network");
  Recognition.newest.ends();
  expect([told, Recognition.newest.starts]).toEqual([[expect.stringContaining("couldn't transcribe")], 1]);
});

it("says what to do in a browser without it", async () => {
  delete browser.SpeechRecognition;
  expect((await opened()).result).toMatchObject({
    ok: false,
    reason: expect.stringContaining("under Connections"),
  });
});
