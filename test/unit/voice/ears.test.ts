import { afterEach, beforeEach, expect, test } from "vitest";
import { EARS } from "../../../src/voice/list.ts";
import type { Ear, SpeechAccess } from "../../../src/voice/provider.ts";
import { accessTo, json, SIGNAL, type SpeechServer, startSpeechServer, wav } from "./support.ts";

let server: SpeechServer;
beforeEach(async () => {
  server = await startSpeechServer();
});
afterEach(() => server.close());

async function ear(name: string, access: SpeechAccess): Promise<Ear> {
  const provider = EARS.find((each) => each.name === name);
  if (!provider?.isSet(access)) throw new Error(`${name} is not set`);
  return (await provider.load())(access);
}

const VOICE = { media_type: "audio/wav", bytes: wav(1), language: "de-AT" };

function asked() {
  const [request] = server.requests;
  const form = request?.body.toString("latin1") ?? "";
  const field = (name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)\\r\\n`).exec(form)?.[1];
  return { ...request, form, field };
}

test("OpenAI is sent a file that it knows by its name, its model and the language", async () => {
  server.answers["/v1/audio/transcriptions"] = json({
    text: "Hallo.",
    usage: { type: "duration", seconds: 2 },
  });
  const settings = { OPENAI_API_KEY: "sk-secret, sk-other", OPENAI_BASE_URL: `${server.url}/v1` };
  const heard = await ear("openai", accessTo(settings));
  expect(await heard.transcribe(VOICE, SIGNAL)).toEqual({ text: "Hallo.", seconds: 2 });
  const { headers, form, field } = asked();
  expect(headers?.authorization).toBe("Bearer sk-secret");
  expect(form).toContain('name="file"; filename="voice.wav"');
  expect([field("model"), field("language"), field("response_format")]).toEqual([
    "gpt-transcribe",
    "de",
    "json",
  ]);
  expect(heard.price, "another server's prices are its own").toBeUndefined();
  expect((await ear("openai", accessTo({ OPENAI_API_KEY: "k" }))).price?.usd).toBeCloseTo(0.0045 / 60);
});

test("a server of one's own needs no key, and has its address with or without /v1", async () => {
  server.answers["/v1/audio/transcriptions"] = json({ text: "Hello.", duration: 1 });
  for (const address of [server.url, `${server.url}/`, `${server.url}/v1`]) {
    const settings = {
      TRANSCRIPTION_SERVER_URL: address,
      TRANSCRIPTION_SERVER_MODEL: "Systran/faster-whisper-small",
      TRANSCRIPTION_SERVER_OWN_NETWORK: "true",
    };
    const own = await ear("transcription_server", accessTo(settings));
    expect(await own.transcribe(VOICE, SIGNAL)).toEqual({ text: "Hello.", seconds: 1 });
    expect(own.price?.usd).toBe(0);
  }
  const { headers, field } = asked();
  expect([headers?.authorization, field("model")]).toEqual([undefined, "Systran/faster-whisper-small"]);
});

test("ElevenLabs is sent a file, and the end of its last word is the length", async () => {
  server.answers["/v1/speech-to-text"] = json({ text: "Hallo.", words: [{ end: 0.5 }, { end: 1.4 }] });
  const settings = { ELEVENLABS_API_KEY: "k", ELEVENLABS_BASE_URL: server.url };
  const scribe = await ear("elevenlabs", accessTo(settings));
  expect(await scribe.transcribe(VOICE, SIGNAL)).toEqual({ text: "Hallo.", seconds: 1.4 });
  const { headers, field } = asked();
  expect([headers?.["xi-api-key"], field("model_id"), field("language_code")]).toEqual([
    "k",
    "scribe_v2",
    "de",
  ]);
});

test("Deepgram is sent the bytes, and the language as a hint to a model that knows all", async () => {
  const answer = { transcript: "Hallo." };
  server.answers["/v1/listen"] = json({
    metadata: { duration: 1.2 },
    results: { channels: [{ alternatives: [answer] }] },
  });
  const settings = { DEEPGRAM_API_KEY: "k", DEEPGRAM_BASE_URL: server.url };
  const nova = await ear("deepgram", accessTo(settings));
  expect(await nova.transcribe(VOICE, SIGNAL)).toEqual({ text: "Hallo.", seconds: 1.2 });
  const { headers, query, body } = asked();
  expect([headers?.authorization, headers?.["content-type"]]).toEqual(["Token k", "audio/wav"]);
  expect(Object.fromEntries(query ?? [])).toMatchObject({
    model: "nova-3",
    language: "multi",
    language_hint: "de-AT",
  });
  expect(body?.length).toBe(VOICE.bytes.length);
});

test("Workers AI is sent base64, and needs no key", async () => {
  const given: object[] = [];
  const ai = {
    run: async (...args: unknown[]) => {
      given.push(args.slice(0, 2));
      return { text: "Hallo.", transcription_info: { duration: 1 } };
    },
  };
  const whisper = await ear("workers-ai", { ...accessTo({}), ai });
  expect(await whisper.transcribe(VOICE, SIGNAL)).toEqual({ text: "Hallo.", seconds: 1 });
  const audio = Buffer.from(VOICE.bytes).toString("base64");
  expect(given).toEqual([["@cf/openai/whisper-large-v3-turbo", { audio, language: "de" }]]);
});
