/** An ear, a voice and a conversation that do what a test tells them, by a clock of the test's own. */

import type { SpokenPlace } from "../../../../web/chat/voice/call/answers.ts";
import { CallController, type SendOutcome } from "../../../../web/chat/voice/call/controller.ts";
import type {
  AnswerText,
  Clip,
  Cut,
  Ear,
  EarListener,
  Piece,
  Voice,
} from "../../../../web/chat/voice/call/types.ts";
import { FakeClock } from "../fakes.ts";

export class TestEar implements Ear {
  person: EarListener = {
    began: () => undefined,
    lasts: () => undefined,
    ended: () => undefined,
    words: () => undefined,
    failed: () => undefined,
  };
  isListening = true;
  cancelsEcho = true;
  reason = "";
  readonly done: string[] = [];

  open(listener: EarListener) {
    this.person = listener;
    return Promise.resolve(
      this.reason === ""
        ? { ok: true as const, cancelsEcho: this.cancelsEcho }
        : { ok: false as const, reason: this.reason },
    );
  }
  listen(isListening: boolean): void {
    this.isListening = isListening;
  }
  beWary(): void {}
  hold(): void {
    this.done.push("hold");
    this.person.began();
  }
  release(): void {
    this.done.push("release");
  }
  spectrum() {
    return [];
  }
  close(): void {
    this.done.push("close");
  }
}

/** Each character sounds for 10 ms. */
const MS_PER_CHARACTER = 10;

export class TestVoice implements Voice {
  /** Pieces in the order in which they began to sound, with the time. */
  readonly heard: { at: number; text: string; agent: string }[] = [];
  readonly fetched: string[] = [];
  private readonly clock: FakeClock;
  private tail = 0;

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  fetch({ text, agent }: Piece): Promise<Clip | null> {
    this.fetched.push(text.trim());
    if (text.startsWith("```")) return Promise.resolve(null);
    const length = text.length * MS_PER_CHARACTER;
    let start = 0;
    let part = 0;
    let cancel = () => undefined as unknown;
    return Promise.resolve({
      output: this,
      play: ({ began, scheduled, ended }) => {
        start = Math.max(this.clock.now, this.tail);
        this.tail = start + length;
        const ends = () => {
          cancel = this.clock.after(length, ended);
        };
        cancel = this.clock.after(start - this.clock.now, () => {
          this.heard.push({ at: this.clock.now, text: text.trim(), agent });
          began();
          ends();
        });
        scheduled();
      },
      stop: () => {
        cancel();
        this.tail = this.clock.now;
        part = Math.max(0, Math.min(1, (this.clock.now - start) / length));
      },
      heard: () => part,
    });
  }
  spectrum() {
    return [];
  }
  close(): void {}
}

export class TestCall {
  readonly clock = new FakeClock();
  readonly ear = new TestEar();
  readonly voice = new TestVoice(this.clock);
  readonly sent: { text: string; cut: Cut | null }[] = [];
  readonly kept: SpokenPlace[] = [];
  halts = 0;
  /** Words of recordings; the next one is heard first. */
  readonly words: string[] = [];
  readonly call: CallController;
  private answers: AnswerText[] = [];

  constructor() {
    this.call = new CallController({
      ear: this.ear,
      voice: this.voice,
      send: async (utterance, { worded }): Promise<SendOutcome> => {
        await Promise.resolve();
        const text = "text" in utterance ? utterance.text : (this.words.shift() ?? "");
        if (text === "") return { status: "nothing" };
        this.sent.push({ text, cut: worded() });
        return { status: "sent", text };
      },
      halt: () => this.halts++,
      keep: (place) => this.kept.push(place),
      changed: () => undefined,
    });
  }

  /** The answer with that key reads so now. */
  writes(key: string, text: string, isOver = false, agent = "nightjar"): void {
    const answer = { key, message_id: null, turn_id: "", agent, isOwn: true, text, breaks: [], isOver };
    this.answers = [...this.answers.filter((other) => other.key !== key), answer].slice(-6);
    this.call.follow({ answers: this.answers, isWorking: !isOver });
  }

  async says(...words: string[]): Promise<void> {
    for (const text of words) {
      this.ear.person.began();
      this.ear.person.lasts();
      this.words.push(text);
      this.ear.person.ended({ recording: new Blob([text]) });
      await this.settled();
    }
  }

  async passes(ms: number): Promise<void> {
    await this.settled();
    // Sounds that follow one another are fetched in between.
    for (let left = ms; left > 0; left -= MS_PER_CHARACTER) {
      this.clock.pass(Math.min(left, MS_PER_CHARACTER));
      await this.settled();
    }
  }

  async settled(): Promise<void> {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  }
}

/** Nothing was said before. */
export async function begun(): Promise<TestCall> {
  const made = new TestCall();
  await made.call.start({ answers: [], isWorking: false }, null);
  return made;
}
