import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createTranscribe,
  type Transcribe,
  type TranscribeDeps,
} from "../../../src/tools/media/transcribe.ts";
import { type Platform, type PlatformAnswer, startPlatform } from "../../support/platform/platform.ts";

let server: Platform;
let answer: PlatformAnswer;
beforeEach(async () => {
  answer = { status: 200, body: JSON.stringify({ text: " Buy milk.\n" }) };
  server = await startPlatform(() => answer);
});
afterEach(() => server.close());

const VOICE = { media_type: "audio/ogg", bytes: new TextEncoder().encode("OggS voice") };
const plain = (url: string, init: RequestInit) => fetch(url, init);

function hearing(more: Partial<TranscribeDeps> = {}): Transcribe {
  const settings = { OPENAI_API_KEY: "sk-secret, sk-other", OPENAI_BASE_URL: `${server.url}/v1` };
  const transcribe = createTranscribe({ fetch: plain, settings, ...more });
  if (!transcribe) throw new Error("nothing can hear");
  return transcribe;
}

test("a recording goes to the server as a file that it knows by its name, and comes back as words", async () => {
  expect(await hearing()(VOICE)).toEqual({ ok: true, text: "Buy milk." });
  const [asked] = server.requests;
  expect([asked?.method, asked?.path, asked?.headers.authorization]).toEqual([
    "POST",
    "/v1/audio/transcriptions",
    "Bearer sk-secret",
  ]);
  const form = asked?.body.toString() ?? "";
  expect(form).toContain('name="file"; filename="voice.ogg"');
  expect(form).toContain("OggS voice");
  expect(form).toMatch(/name="model"\r\n\r\ngpt-4o-mini-transcribe\r\n/);
});

test("the model is the operator's choice, and each kind of recording has its own ending", async () => {
  const settings = {
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: `${server.url}/v1`,
    TRANSCRIBE_MODEL: "whisper-large-v3",
  };
  const names = [];
  for (const media_type of ["audio/mp4", "audio/mpeg", "audio/unheard-of"]) {
    await hearing({ settings })({ ...VOICE, media_type });
    names.push(/filename="([^"]+)"/.exec(server.requests.at(-1)?.body.toString() ?? "")?.[1]);
  }
  expect(names).toEqual(["voice.m4a", "voice.mp3", "voice.ogg"]);
  expect(server.requests[0]?.body.toString()).toContain("whisper-large-v3");
});

test.each([
  ["refuses the key", { status: 401, body: "sk-secret is wrong" }, /refused the key \(401\)/],
  ["is busy", { status: 429, body: "" }, /429/],
  ["breaks", { status: 500, body: "" }, /500/],
  ["answers with a page", { status: 200, body: "<html>" }, /not with words/],
  ["answers with something else", { status: 200, body: "{}" }, /not with words/],
  ["hears nothing", { status: 200, body: '{"text":"  "}' }, /no words were heard/],
])("a server that %s is told of, without what it says", async (_how, given, reason) => {
  answer = given;
  const heard = await hearing()(VOICE);
  expect(heard).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  expect(JSON.stringify(heard)).not.toContain("sk-secret");
});

test("a connection that breaks is no exception, and endless words are cut", async () => {
  server.faults.push({ fault: "cut" });
  expect(await hearing()(VOICE)).toMatchObject({ ok: false });
  answer = { status: 200, body: JSON.stringify({ text: "word ".repeat(10_000) }) };
  const heard = await hearing()(VOICE);
  expect(heard.ok && heard.text.length).toBe(20_001);
});

test("Workers AI hears where there is no server, and without either nothing does", async () => {
  const given: string[] = [];
  const workersAi = async (audio: string) => {
    given.push(audio);
    return "Hello";
  };
  expect(await hearing({ settings: {}, workersAi })(VOICE)).toEqual({ ok: true, text: "Hello" });
  expect(given.map(atob)).toEqual(["OggS voice"]);
  expect(createTranscribe({ fetch: plain, settings: {} })).toBeUndefined();
});
