import { afterEach, beforeEach, expect, test } from "vitest";
import { MOUTHS } from "../../../src/voice/list.ts";
import type { Mouth, SpeechAccess } from "../../../src/voice/provider.ts";
import { piecesOf } from "../../../src/voice/providers/in-pieces.ts";
import {
  accessTo,
  bytesOf,
  json,
  MP3,
  mp3,
  SIGNAL,
  type SpeechServer,
  startSpeechServer,
} from "./support.ts";

let server: SpeechServer;
beforeEach(async () => {
  server = await startSpeechServer();
});
afterEach(() => server.close());

async function mouth(name: string, access: SpeechAccess): Promise<Mouth> {
  const provider = MOUTHS.find((each) => each.name === name);
  if (!provider?.isSet(access)) throw new Error(`${name} is not set`);
  return (await provider.load())(access);
}

const HELLO = { text: "Guten Tag.", language: "de-AT", as: "recording" } as const;
const bodies = () =>
  server.requests.flatMap(({ body }) => (body.length > 0 ? (JSON.parse(body.toString()) as object) : []));

test("OpenAI speaks in a voice of its own, in Ogg for a chat", async () => {
  server.answers["/v1/audio/speech"] = mp3();
  const settings = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${server.url}/v1` };
  const said = await mouth("openai", accessTo(settings));
  expect(await bytesOf(await said.speak({ ...HELLO, voice: "ash" }, SIGNAL))).toEqual(MP3);
  await said.speak({ ...HELLO, as: "voice_note" }, SIGNAL);
  expect(bodies()).toEqual([
    { model: "gpt-4o-mini-tts", voice: "ash", input: "Guten Tag.", response_format: "mp3" },
    { model: "gpt-4o-mini-tts", voice: "alloy", input: "Guten Tag.", response_format: "opus" },
  ]);
  expect((await said.voices(SIGNAL)).map(({ id }) => id)).toContain("alloy");
});

test("a server of one's own speaks without a key, and lists its voices", async () => {
  server.answers["/v1/audio/speech"] = mp3();
  server.answers["/v1/audio/voices"] = json({ voices: ["af_heart", { id: "piper", name: "Piper" }] });
  const settings = {
    SPEECH_SERVER_URL: server.url,
    SPEECH_SERVER_MODEL: "kokoro",
    SPEECH_SERVER_VOICE: "af_heart",
  };
  const own = await mouth("speech_server", accessTo(settings));
  await own.speak(HELLO, SIGNAL);
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
  expect(bodies()[0]).toMatchObject({ model: "kokoro", voice: "af_heart" });
  expect(await own.voices(SIGNAL)).toEqual([
    { id: "af_heart", name: "af_heart", languages: [] },
    { id: "piper", name: "Piper", languages: [] },
  ]);
});

test("ElevenLabs streams, is told the language, and makes MP3 for a plan without Opus", async () => {
  const path = "/v1/text-to-speech/owl/stream";
  server.answers[path] = mp3();
  server.answers["/v1/voices"] = json({
    voices: [
      { voice_id: "owl", name: "Owl", labels: { language: "de" } },
      { voice_id: "jay", name: "Jay" },
    ],
  });
  const settings = { ELEVENLABS_API_KEY: "k", ELEVENLABS_BASE_URL: server.url, ELEVENLABS_VOICE: "owl" };
  const eleven = await mouth("elevenlabs", accessTo(settings));
  await eleven.speak(HELLO, SIGNAL);
  expect(bodies()[0]).toEqual({ text: "Guten Tag.", model_id: "eleven_flash_v2_5", language_code: "de" });
  server.faults.push({ fault: "error", status: 403 });
  const note = await eleven.speak({ ...HELLO, as: "voice_note" }, SIGNAL);
  expect(note.media_type).toBe("audio/mpeg");
  expect(server.requests.map(({ query }) => query.get("output_format"))).toEqual([
    "mp3_44100_128",
    "opus_48000_64",
    "mp3_44100_128",
  ]);
  expect(await eleven.voices(SIGNAL)).toEqual([
    { id: "owl", name: "Owl", languages: ["de"] },
    { id: "jay", name: "Jay", languages: [] },
  ]);
  const old = await mouth(
    "elevenlabs",
    accessTo({ ...settings, ELEVENLABS_MODEL: "eleven_multilingual_v2" }),
  );
  await old.speak(HELLO, SIGNAL);
  expect(bodies().at(-1)).not.toHaveProperty("language_code");
});

test("a voice's name stays a part of its address", async () => {
  const settings = { ELEVENLABS_API_KEY: "k", ELEVENLABS_BASE_URL: server.url };
  const eleven = await mouth("elevenlabs", accessTo(settings));
  await expect(eleven.speak({ ...HELLO, voice: "a/b?c" }, SIGNAL)).rejects.toThrow("ElevenLabs answered 404");
  expect(server.requests[0]?.path).toBe("/v1/text-to-speech/a%2Fb%3Fc/stream");
});

test("Deepgram speaks each language by a voice of it, and a long text piece by piece", async () => {
  server.answers["/v1/speak"] = mp3();
  server.answers["/v1/models"] = json({
    stt: [],
    tts: [{ name: "viktoria", canonical_name: "aura-2-viktoria-de", languages: ["de"] }],
  });
  const aura = await mouth("deepgram", accessTo({ DEEPGRAM_API_KEY: "k", DEEPGRAM_BASE_URL: server.url }));
  const long = { ...HELLO, text: "Guten Tag. ".repeat(300), as: "voice_note" } as const;
  expect(aura.model(long)).toBe("aura-2-viktoria-de");
  const joined = await bytesOf(await aura.speak(long, SIGNAL));
  expect(joined.length).toBe(MP3.length * 2);
  expect(server.requests.map(({ query }) => query.get("encoding"))).toEqual(["mp3", "mp3"]);
  await aura.speak({ ...HELLO, as: "voice_note" }, SIGNAL);
  expect(server.requests.at(-1)?.query.get("container")).toBe("ogg");
  expect(() => aura.model({ ...HELLO, language: "cy" })).toThrow("no voice for the language cy");
  expect(await aura.voices(SIGNAL)).toEqual([
    { id: "aura-2-viktoria-de", name: "Viktoria", languages: ["de"] },
  ]);
});

test("Workers AI speaks English, Spanish and French, and says which language it cannot", async () => {
  const given: unknown[] = [];
  const ai = {
    run: async (model: string, input: object) => {
      given.push([model, input]);
      return model.includes("melotts") ? { audio: Buffer.from(MP3).toString("base64") } : new Response(MP3);
    },
  };
  const voices = await mouth("workers-ai", { ...accessTo({}), ai });
  for (const language of ["en", "es", "fr"])
    expect(await bytesOf(await voices.speak({ ...HELLO, language }, SIGNAL))).toEqual(MP3);
  expect(given).toEqual([
    ["@cf/deepgram/aura-2-en", { text: HELLO.text }],
    ["@cf/deepgram/aura-2-es", { text: HELLO.text }],
    ["@cf/myshell-ai/melotts", { prompt: HELLO.text, lang: "fr" }],
  ]);
  await expect(voices.speak(HELLO, SIGNAL)).rejects.toThrow("no voice for the language de-AT");
});

test("sound that is to be played while it comes is WAV, from everybody who has it", async () => {
  const as = "wav" as const;
  const raw = { status: 200, headers: { "content-type": "audio/pcm" }, body: Uint8Array.of(1, 2, 3, 4) };
  server.answers["/v1/audio/speech"] = mp3();
  server.answers["/v1/text-to-speech/owl/stream"] = raw;
  server.answers["/v1/speak"] = mp3();
  const eleven = { ELEVENLABS_API_KEY: "k", ELEVENLABS_BASE_URL: server.url, ELEVENLABS_VOICE: "owl" };
  const made = await (await mouth("elevenlabs", accessTo(eleven))).speak({ ...HELLO, as }, SIGNAL);
  const bytes = Buffer.from(await bytesOf(made));
  expect([made.media_type, bytes.toString("latin1", 0, 4), bytes.readUInt32LE(24)]).toEqual([
    "audio/wav",
    "RIFF",
    24_000,
  ]);
  expect([...bytes.subarray(44)]).toEqual([1, 2, 3, 4]);
  const deepgram = accessTo({ DEEPGRAM_API_KEY: "k", DEEPGRAM_BASE_URL: server.url });
  await (await mouth("deepgram", deepgram)).speak({ ...HELLO, as }, SIGNAL);
  expect(server.requests.at(-1)?.query.toString()).toBe(
    "model=aura-2-viktoria-de&encoding=linear16&container=wav&sample_rate=24000",
  );
  const given: object[] = [];
  const ai = {
    run: async (_: string, input: object) => {
      given.push(input);
      return new Response(MP3);
    },
  };
  const voices = await mouth("workers-ai", { ...accessTo({}), ai });
  await voices.speak({ ...HELLO, language: "en", as }, SIGNAL);
  expect(given).toEqual([{ text: HELLO.text, encoding: "linear16", container: "wav", sample_rate: 24_000 }]);
});

test("a server without WAV makes MP3", async () => {
  server.answers["/v1/audio/speech"] = mp3();
  server.faults.push({ fault: "error", status: 422 });
  const own = await mouth("speech_server", accessTo({ SPEECH_SERVER_URL: server.url }));
  const said = await own.speak({ ...HELLO, as: "wav" }, SIGNAL);
  expect(said.media_type).toBe("audio/mpeg");
  expect(bodies()).toMatchObject([{ response_format: "wav" }, { response_format: "mp3" }]);
});

test("sound is passed on before it is whole", async () => {
  const source = new TransformStream<Uint8Array, Uint8Array>();
  const writer = source.writable.getWriter();
  const fetch = async () => new Response(source.readable, { headers: { "content-type": "audio/mpeg" } });
  const said = await mouth("openai", { settings: { OPENAI_API_KEY: "k" }, fetch });
  const { stream } = await said.speak(HELLO, SIGNAL);
  const reader = stream.getReader();
  void writer.write(MP3);
  expect((await reader.read()).value).toEqual(MP3);
  void writer.close();
  expect((await reader.read()).done).toBe(true);
});

test("a text is cut behind a sentence, else between words, else anywhere", () => {
  expect(piecesOf("One two. Three four five", 12)).toEqual(["One two.", "Three four", "five"]);
  expect(piecesOf("aaaaaaaa", 3)).toEqual(["aaa", "aaa", "aa"]);
  expect(piecesOf(" short ", 12)).toEqual(["short"]);
});
