import { beforeEach, describe, expect, test } from "vitest";
import type { Clip, Piece } from "../../../../web/chat/voice/call/types.ts";
import type {
  PlayedSamples,
  SamplePlayer,
} from "../../../../web/chat/voice/call/voice/streamed/sample-player.ts";
import { StreamedVoice } from "../../../../web/chat/voice/call/voice/streamed/streamed-voice.ts";

const TEXT = "One two three. Four five six.";
const FIRST = piece(0, 14);
const SECOND = piece(14, 29);

function piece(start: number, end: number, answer = "a"): Piece {
  return { text: TEXT.slice(start, end), agent: "nightjar", of: { answer, start, end } };
}

/** Sound of 100 samples that all have this value. */
function pcm(value: number): string {
  return Buffer.from(new Int16Array(100).fill(value).buffer).toString("base64");
}

/** Plays what it is given when the test says so, one chunk after the other. */
class Player implements SamplePlayer {
  isSilenced = false;
  readonly scheduled: { value: number; ended(): void; isStopped: boolean }[] = [];

  play(samples: Float32Array, ended: () => void): PlayedSamples {
    const one = { value: Math.round((samples[0] ?? 0) * 32_768), ended, isStopped: false };
    this.scheduled.push(one);
    const stop = () => {
      one.isStopped = true;
      return this.scheduled.indexOf(one) < this.heard ? 1 : 0;
    };
    return { waits_ms: 0, seconds: 1, stop };
  }

  /** Number of chunks that have been heard. */
  heard = 0;

  /** The next chunk has sounded. */
  finish(): void {
    this.scheduled[this.heard++]?.ended();
  }

  get values(): number[] {
    return this.scheduled.map(({ value }) => value);
  }

  resume = () => Promise.resolve();
  spectrum = () => [];
  close = () => undefined;
}

let player: Player;
let said: string[];
let playing: { text: string; ended(): void }[];
let voice: StreamedVoice;
let told: string[];

beforeEach(() => {
  player = new Player();
  said = [];
  playing = [];
  told = [];
  const clipOf = (text: string): Clip => ({
    play: ({ began, ended }) => {
      playing.push({ text, ended });
      began();
    },
    stop: () => 0.5,
  });
  const fetch = ({ text }: Piece) => {
    said.push(text);
    return Promise.resolve(text.trim() === "" ? null : clipOf(text));
  };
  const otherwise = { fetch, spectrum: () => [], close: () => undefined };
  voice = new StreamedVoice({ player, otherwise, turnOf: (answer) => `turn_${answer}` });
});

function hears(at: number, sound?: number | "end", turn_id = "turn_a"): void {
  const frame = { type: "speech" as const, turn_id, at };
  if (sound === "end") voice.receive({ ...frame, pcm: "", is_end: true });
  else voice.receive({ ...frame, pcm: sound === undefined ? "" : pcm(sound) });
}

async function play(one: Piece): Promise<Clip | null> {
  const clip = await voice.fetch(one);
  clip?.play({ began: () => told.push(`began ${one.text}`), ended: () => told.push(`ended ${one.text}`) });
  return clip;
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
    expect(told).toEqual([
      "began One two three.",
      "began  Four five six.",
      "ended One two three.",
      "ended  Four five six.",
    ]);
    expect(said).toEqual([]);
  });

  test("goes on where a piece was cut after all its sound had come", async () => {
    hears(0);
    hears(29, 1);
    hears(29, 2);
    hears(29, "end");
    await play(FIRST);
    await play(SECOND);
    expect(player.values).toEqual([1, 2]);
    expect(said).toEqual([]);
  });

  test("tells how much of a piece was heard", async () => {
    hears(0);
    hears(7, 1);
    hears(14, 2);
    hears(20, 3);
    const clip = await play(FIRST);
    player.finish();
    expect(clip?.stop()).toBe(0.5);
    expect(player.scheduled.slice(0, 2).every(({ isStopped }) => isStopped)).toBe(true);
    // Nobody said anything: the piece is said again, from its beginning.
    await play(FIRST);
    expect(player.values).toEqual([1, 2, 1, 2]);
  });

  test("is said by the other voice from where the connection was lost", async () => {
    hears(0);
    hears(8, 1);
    await play(FIRST);
    voice.lost();
    hears(14, 2);
    player.finish();
    await Promise.resolve();
    expect(said).toEqual(["three."]);
    await play(SECOND);
    expect(said).toEqual(["three.", " Four five six."]);
    await expect.poll(() => playing.length).toBe(1);
    playing[0]?.ended();
    expect(playing.map(({ text }) => text)).toEqual(["three.", " Four five six."]);
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
});

test("what the model only writes is said by the other voice", async () => {
  const waits = play(FIRST);
  await waits;
  hears(14, undefined);
  const second = play(SECOND);
  hears(29, "end");
  await second;
  expect(said).toEqual(["One two three.", " Four five six."]);
  expect(player.values).toEqual([]);
});

test("the voices take turns, and none sounds over the other", async () => {
  await play(FIRST);
  hears(14);
  hears(29, 1);
  hears(29, "end");
  await play(SECOND);
  expect(player.values).toEqual([]);
  playing[0]?.ended();
  expect(player.values).toEqual([1]);
  await play(piece(0, 14, "b"));
  expect(playing).toHaveLength(1);
  player.finish();
  expect(playing).toHaveLength(2);
});
