import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EARS, inOrder, LIVE_EARS, liveEarOf } from "../../../src/voice/list.ts";
import { LiveRecording } from "../../../src/voice/live/live-recording.ts";
import type { SpeechAccess } from "../../../src/voice/provider.ts";
import { Upsampler } from "../../../src/voice/providers/live/upsampler.ts";
import type { SpeechSettings } from "../../../src/voice/settings.ts";
import { openNodeSocket } from "../../support/model-wire/node-socket.ts";
import { type LiveWire, liveWire, speakLive } from "../../support/speech/live-servers.ts";
import { accessTo, aLedger, wav } from "./support.ts";

const PAYER = { owner: "psn_ann", conversation_id: "cnv_1" };
const HALF_SECOND = wav(0.5).subarray(44);

let http: Server;
let wire: LiveWire;
let url: string;
beforeEach(async () => {
  http = createServer();
  wire = liveWire();
  speakLive(http, wire);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => http.close(resolve)));

const ALL = (): SpeechSettings => ({
  OPENAI_API_KEY: "sk-secret",
  OPENAI_BASE_URL: `${url}/v1`,
  ELEVENLABS_API_KEY: "el-secret",
  ELEVENLABS_BASE_URL: url,
  DEEPGRAM_API_KEY: "dg-secret",
  DEEPGRAM_BASE_URL: url,
});

/** Begins to hear by that provider. `partial` are the words as they came, `lost` the reasons why none come any more. */
async function begin(name: string, ledger = aLedger(), language = "de-AT") {
  const access: SpeechAccess = { ...accessTo(ALL()), openSocket: openNodeSocket };
  const provider = LIVE_EARS.find((each) => each.name === name);
  if (!provider) throw new Error(`${name} hears no live sound`);
  const ear = (await provider.load())(access);
  const [partial, lost]: [string[], string[]] = [[], []];
  const wish = {
    payer: PAYER,
    language,
    words: (text: string) => void partial.push(text),
    lost: (reason: string) => void lost.push(reason),
  };
  const recording = new LiveRecording({ ear, model: `${name}/${ear.model}`, ledger: ledger.ledger }, wish);
  return { recording, partial, lost, ...ledger };
}

/** Bytes of the same half second as the provider takes it. At a higher rate, what lies behind the last sample needs the next one. */
const SENT: Record<string, number> = { openai: 23_998, elevenlabs: 16_000, deepgram: 16_000 };

test.each(Object.keys(SENT))(
  "%s hears while somebody speaks: words come meanwhile, the text at the end, and each second is booked",
  async (name) => {
    const { recording, partial, lost, booked } = await begin(name);
    for (let at = 0; at < HALF_SECOND.length; at += 3_200)
      recording.take(HALF_SECOND.subarray(at, at + 3_200));
    await expect.poll(() => partial.at(-1)).toBe("Twelve barrels, please.");
    expect(partial).toContain("Twelve");
    expect(await recording.finish()).toEqual({ ok: true, text: "Twelve barrels, please." });
    expect(recording.wav()).toEqual(wav(0.5));
    expect([wire.bytes, lost]).toEqual([SENT[name], []]);
    expect(booked).toMatchObject([{ ...PAYER, purpose: "transcription", isEstimate: false }]);
    await expect.poll(wire.open).toBe(0);
  },
);

test("each provider is told what it needs to know, and has its key in a header alone", async () => {
  for (const name of Object.keys(SENT)) {
    const { recording } = await begin(name);
    recording.take(HALF_SECOND);
    await recording.finish();
  }
  const [openAi, elevenLabs, deepgram] = wire.opened;
  expect(openAi?.headers.authorization).toBe("Bearer sk-secret");
  expect(wire.received[0]).toMatchObject({
    type: "session.update",
    session: {
      type: "transcription",
      audio: {
        input: { transcription: { model: "gpt-live-transcribe", languages: ["de"] }, turn_detection: null },
      },
    },
  });
  expect(elevenLabs?.headers["xi-api-key"]).toBe("el-secret");
  expect(Object.fromEntries(elevenLabs?.url.searchParams ?? [])).toEqual({
    model_id: "scribe_v2_realtime",
    audio_format: "pcm_16000",
    commit_strategy: "manual",
    language_code: "de",
  });
  expect(deepgram?.headers.authorization).toBe("Token dg-secret");
  expect(Object.fromEntries(deepgram?.url.searchParams ?? [])).toMatchObject({
    model: "nova-3",
    encoding: "linear16",
    sample_rate: "16000",
    interim_results: "true",
    language: "multi",
    language_hint: "de-AT",
  });
});

test("the price is that of live sound, by the second", async () => {
  const { recording, booked } = await begin("deepgram");
  recording.take(HALF_SECOND);
  await recording.finish();
  expect(booked).toMatchObject([{ model: "deepgram/nova-3", cost_usd: expect.closeTo((0.0092 / 60) * 0.5) }]);
});

test("a refused key and a broken connection are told once, and what was heard is booked", async () => {
  wire.refuses = 401;
  const refused = await begin("elevenlabs");
  await expect
    .poll(() => refused.lost)
    .toEqual(["ElevenLabs refused the key (401). The operator must check it."]);
  expect(await refused.recording.finish()).toMatchObject({ ok: false });
  expect(refused.booked).toEqual([]);
  wire.refuses = undefined;
  wire.breaks_after = 2;
  const broken = await begin("elevenlabs");
  broken.recording.take(HALF_SECOND);
  await expect.poll(() => broken.lost).toEqual(["ElevenLabs ended the transcription. Try again."]);
  expect(await broken.recording.finish()).toMatchObject({ ok: false });
  expect(broken.booked).toMatchObject([{ cost_usd: expect.closeTo((0.39 / 3_600) * 0.5) }]);
});

test("an utterance that nobody wants any more ends the connection, and is booked once", async () => {
  const { recording, partial, booked } = await begin("deepgram");
  recording.take(HALF_SECOND);
  await expect.poll(() => partial.length).toBeGreaterThan(0);
  await recording.drop();
  await recording.drop();
  await expect.poll(wire.open).toBe(0);
  expect(booked).toHaveLength(1);
});

test("what is too short for a provider fails, and the recording is there to be sent", async () => {
  const { recording } = await begin("openai");
  recording.take(HALF_SECOND.subarray(0, 1_600));
  expect(await recording.finish()).toEqual({
    ok: false,
    reason: "OpenAI could not transcribe this. Try again.",
  });
});

test("the first of the ears hears live if it can; no other one hears what it was chosen for", () => {
  const known = accessTo({ ...ALL(), TRANSCRIPTION_SERVER_URL: "http://127.0.0.1:8000" });
  const first = (order: string[]) => liveEarOf(inOrder(EARS, known, order), known)?.name;
  expect(first(["deepgram"])).toBe("deepgram");
  expect(first(["transcription_server", "deepgram"])).toBeUndefined();
});

test("samples come at the higher rate without a seam between the pieces", () => {
  const ramp = new Uint8Array(new Int16Array([0, 300, 600, 900, 1200, 1500]).buffer);
  const whole = new Upsampler(16_000, 24_000).next(ramp);
  const pieces = new Upsampler(16_000, 24_000);
  const joined = [
    ...pieces.next(ramp.subarray(0, 2)),
    ...pieces.next(ramp.subarray(2, 8)),
    ...pieces.next(ramp.subarray(8)),
  ];
  expect(joined).toEqual([...whole]);
  expect([...new Int16Array(whole.buffer)]).toEqual([0, 200, 400, 600, 800, 1000, 1200, 1400]);
});
