import { beforeEach, describe, expect, test } from "vitest";
import { Speaker } from "../../../../web/chat/voice/call/speaker.ts";
import type { Clip, ClipListener, Piece } from "../../../../web/chat/voice/call/types.ts";
import { CallVoice } from "../../../../web/chat/voice/call/voice/call-voice.ts";
import { ModelSpeech } from "../../../../web/chat/voice/call/voice/model/model-speech.ts";
import { Resampler } from "../../../../web/chat/voice/call/voice/server/resampler.ts";
import { ServerSpeech } from "../../../../web/chat/voice/call/voice/server/server-speech.ts";
import type {
  PlayedSamples,
  SamplePlayer,
} from "../../../../web/chat/voice/call/voice/sound/sample-player.ts";

const TEXT = "One two three. Four five six.";
const FIRST = piece(0, 14);
const SECOND = piece(14, 29);

function piece(start: number, end: number, answer = "a"): Piece {
  return { text: TEXT.slice(start, end), agent: "nightjar", of: { answer, start, end } };
}

const CHUNK = 2_400;

/** Sound of a tenth of a second whose samples all have this value. */
function samples(value: number): Buffer {
  return Buffer.from(new Int16Array(CHUNK).fill(value).buffer);
}

/** Plays what it is given when the test says so, one chunk after the other. */
class Player implements SamplePlayer {
  isSilenced = false;
  readonly scheduled: { value: number; ended(): void; isStopped: boolean }[] = [];
  /** Number of chunks that have been heard. */
  heard = 0;

  play(chunk: Float32Array, ended: () => void): PlayedSamples {
    const one = { value: Math.round((chunk[0] ?? 0) * 32_768), ended, isStopped: false };
    this.scheduled.push(one);
    const seconds = chunk.length / 24_000;
    const stop = () => {
      one.isStopped = true;
      return this.scheduled.indexOf(one) < this.heard ? seconds : 0;
    };
    return { waits_ms: 0, seconds, stop };
  }

  /** The next chunk has sounded. */
  finish(): void {
    this.scheduled[this.heard++]?.ended();
  }

  get values(): number[] {
    return this.scheduled.map(({ value }) => value);
  }

  decode = (file: ArrayBuffer) => Promise.resolve(new Float32Array(file.byteLength * CHUNK).fill(0.5));
  resume = () => Promise.resolve();
  spectrum = () => [];
  close = () => undefined;
}

/** A server whose recordings come as the test sends them. */
class Server {
  readonly asked: string[] = [];
  readonly sending: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>[] = [];
  isDown = false;

  record = (text: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> => {
    this.asked.push(text);
    if (this.isDown) return Promise.resolve(null);
    return Promise.resolve(new ReadableStream({ start: (controller) => void this.sending.push(controller) }));
  };

  /** Sends bytes of the recording with that number. */
  async sends(at: number, ...parts: (Buffer | "end" | "break")[]): Promise<void> {
    await settled();
    for (const part of parts) {
      if (part === "end") this.sending[at]?.close();
      else if (part === "break") this.sending[at]?.error(new Error("The network is gone."));
      else this.sending[at]?.enqueue(Uint8Array.from(part));
    }
    await settled();
  }
}

/** Header of a WAV file whose length is not known. */
function header(rate = 24_000): Buffer {
  const bytes = Buffer.alloc(44, 0xff);
  bytes.write("RIFF", 0);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  return bytes;
}

/** Whatever is on its way has arrived. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

let player: Player;
let server: Server;
let model: ModelSpeech;
let otherwise: { said: string[]; playing: { text: string; listener: ClipListener }[] };
let voice: CallVoice;
let told: string[];

beforeEach(() => {
  player = new Player();
  server = new Server();
  model = new ModelSpeech((answer) => `turn_${answer}`);
  otherwise = { said: [], playing: [] };
  told = [];
  const clipOf = (text: string): Clip => ({
    output: otherwise,
    play: (listener) => {
      otherwise.playing.push({ text, listener });
      listener.began();
      listener.scheduled();
    },
    stop: () => undefined,
    heard: () => 0.5,
  });
  const fetch = ({ text }: Piece) => {
    otherwise.said.push(text);
    return Promise.resolve(text.trim() === "" ? null : clipOf(text));
  };
  const sources = [model, new ServerSpeech({ record: server.record, decode: player.decode })];
  voice = new CallVoice({
    player,
    sources,
    otherwise: { fetch, spectrum: () => [], close: () => undefined },
  });
});

function hears(at: number, sound?: number | "end", turn_id = "turn_a"): void {
  const frame = { type: "speech" as const, turn_id, at };
  if (sound === "end") model.receive({ ...frame, pcm: "", is_end: true });
  else model.receive({ ...frame, pcm: sound === undefined ? "" : samples(sound).toString("base64") });
}

async function play(one: Piece): Promise<Clip | null> {
  const clip = await voice.fetch(one);
  clip?.play({
    began: () => told.push(`began ${one.text}`),
    scheduled: () => told.push(`scheduled ${one.text}`),
    ended: () => told.push(`ended ${one.text}`),
  });
  return clip;
}

function speaking(...pieces: Piece[]): Speaker {
  const speaker = new Speaker(voice, {
    began: ({ text }) => told.push(`began ${text}`),
    ended: ({ text }) => told.push(`ended ${text}`),
    silent: () => told.push("silent"),
  });
  speaker.say(...pieces);
  return speaker;
}

describe("an answer that the model speaks", () => {
  test("sounds as it comes, in its order, each piece with its own sound", async () => {
    hears(0);
    hears(8, 1);
    const first = play(FIRST);
    hears(14, 2);
    await first;
    expect(player.values).toEqual([1, 2]);
    const second = play(SECOND);
    hears(20, 3);
    hears(29, 4);
    await second;
    hears(29, "end");
    expect(player.values).toEqual([1, 2, 3, 4]);
    for (let count = 0; count < 4; count++) player.finish();
    expect(told.filter((one) => !one.startsWith("scheduled"))).toEqual([
      "began One two three.",
      "began  Four five six.",
      "ended One two three.",
      "ended  Four five six.",
    ]);
    expect(server.asked).toEqual([]);
  });

  test("goes on where a piece was cut after all its sound had come", async () => {
    hears(0);
    hears(29, 1);
    hears(29, 2);
    hears(29, "end");
    await play(FIRST);
    await play(SECOND);
    expect(player.values).toEqual([1, 2]);
    expect(server.asked).toEqual([]);
  });

  test("tells how much of a piece was heard", async () => {
    hears(0);
    hears(7, 1);
    hears(14, 2);
    hears(20, 3);
    const clip = await play(FIRST);
    player.finish();
    clip?.stop();
    expect(clip?.heard()).toBe(0.5);
    expect(player.scheduled[1]?.isStopped).toBe(true);
    // Nobody said anything: the piece is said again, from its beginning.
    await play(FIRST);
    expect(player.values).toEqual([1, 2, 1, 2]);
  });

  test("is said by the server from where the connection was lost", async () => {
    hears(0);
    hears(8, 1);
    await play(FIRST);
    model.lost();
    hears(14, 2);
    player.finish();
    await server.sends(0, header(), samples(7), "end");
    expect(server.asked).toEqual(["three."]);
    expect(player.values).toEqual([1, 7]);
  });

  test("begins anew with the call that is made again", async () => {
    hears(0);
    hears(8, 1);
    hears(0, "end");
    hears(0);
    hears(14, 2);
    hears(14, "end");
    await play(FIRST);
    expect(player.values).toEqual([2]);
  });

  test("leaves what it only writes to the server", async () => {
    hears(14, undefined);
    const second = voice.fetch(SECOND);
    hears(29, "end");
    await server.sends(0, header(), samples(1), "end");
    expect(await second).not.toBeNull();
    expect(server.asked).toEqual(["Four five six."]);
  });
});

describe("a recording of the server", () => {
  test("sounds while it comes, whatever the network makes of its bytes", async () => {
    const playing = play(FIRST);
    const bytes = Buffer.concat([header(), samples(1), samples(2), samples(3)]);
    await server.sends(0, bytes.subarray(0, 10), bytes.subarray(10, 4_899));
    await playing;
    expect(player.values).toEqual([1]);
    expect(told).toEqual(["began One two three."]);
    await server.sends(0, bytes.subarray(4_899, 9_000), bytes.subarray(9_000), "end");
    expect(told).toEqual(["began One two three.", "scheduled One two three."]);
    for (const _ of player.scheduled) player.finish();
    expect(told.at(-1)).toBe("ended One two three.");
  });

  test("tells exactly how much of it was heard, once all of it has come", async () => {
    const playing = play(FIRST);
    await server.sends(0, header(), samples(1), samples(2));
    const clip = await playing;
    player.finish();
    clip?.stop();
    // By the pace of most voices 14 characters take 0.93 s.
    expect(clip?.heard()).toBeCloseTo(0.1 / (14 / 15));
    await server.sends(0, samples(3), samples(4), samples(5), "end");
    expect(clip?.heard()).toBeCloseTo(0.2);
    expect(player.values).toEqual([1, 2]);
  });

  test("is neither asked for nor paid again when it is to sound again", async () => {
    const first = play(FIRST);
    await server.sends(0, header(), samples(1), "end");
    (await first)?.stop();
    await play(FIRST);
    expect(player.values).toEqual([1, 1]);
    expect(server.asked).toHaveLength(1);
  });

  test("of another format sounds when it is whole", async () => {
    const playing = play(FIRST);
    await server.sends(0, Buffer.from("ID3 some mp3"));
    expect(player.values).toEqual([]);
    await server.sends(0, "end");
    await playing;
    expect(player.values).toEqual([16_384]);
    expect(player.scheduled).toHaveLength(1);
  });

  test("at another rate is brought to that of the call", async () => {
    const playing = play(FIRST);
    const second = Buffer.from(new Int16Array(48_000).fill(8_000).buffer);
    await server.sends(0, header(48_000), second.subarray(0, 31_001), second.subarray(31_001), "end");
    const clip = await playing;
    for (const _ of player.scheduled) player.finish();
    clip?.stop();
    expect(clip?.heard()).toBe(1);
    expect(player.scheduled.slice(1).every(({ value }) => Math.abs(value - 8_000) < 20)).toBe(true);
  });

  test("that breaks off is said to its end by another request", async () => {
    const playing = play(FIRST);
    await server.sends(0, header(), samples(1), samples(2), samples(3), samples(4));
    await server.sends(0, "break");
    await playing;
    for (let count = 0; count < 4; count++) player.finish();
    await server.sends(1, header(), samples(9), "end");
    expect(server.asked).toEqual(["One two three.", "two three."]);
    expect(player.values).toEqual([1, 2, 3, 4, 9]);
  });

  test("is left to the browser where the server can't speak", async () => {
    server.isDown = true;
    await play(FIRST);
    expect(otherwise.playing.map(({ text }) => text)).toEqual(["One two three."]);
  });
});

test.each([22_050, 44_100, 48_000, 16_000])("a tone at %d Hz stays the same tone", (rate) => {
  const resampler = new Resampler(rate);
  const tone = Float32Array.from({ length: rate }, (_, at) => Math.sin((2 * Math.PI * 440 * at) / rate));
  // In chunks of any length.
  const made = [0, 100, 1_000, 1_001, 9_000].flatMap((from, at, all) => [
    ...resampler.push(tone.slice(from, all[at + 1] ?? tone.length)),
  ]);
  const whole = [...made, ...resampler.end()];
  expect(whole.length).toBe(24_000);
  const inner = whole.slice(100, -100);
  const off = inner.map((sample, at) =>
    Math.abs(sample - Math.sin((2 * Math.PI * 440 * (at + 100)) / 24_000)),
  );
  expect(Math.max(...off)).toBeLessThan(0.01);
});

describe("the pieces of an answer", () => {
  test("sound one after the other, although the second one has come first", async () => {
    speaking(FIRST, SECOND);
    await server.sends(1, header(), samples(3), "end");
    await server.sends(0, header(), samples(1));
    expect(player.values).toEqual([1]);
    await server.sends(0, samples(2), "end");
    expect(player.values).toEqual([1, 2, 3]);
  });

  test("of different voices never sound at once", async () => {
    server.isDown = true;
    hears(14, undefined, "turn_b");
    hears(29, 1, "turn_b");
    hears(29, "end", "turn_b");
    speaking(FIRST, piece(14, 29, "b"), FIRST);
    await settled();
    expect(player.values).toEqual([]);
    otherwise.playing[0]?.listener.ended();
    expect(player.values).toEqual([1]);
    expect(otherwise.playing).toHaveLength(1);
    player.finish();
    expect(otherwise.playing).toHaveLength(2);
  });
});
