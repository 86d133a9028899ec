import { expect, test } from "vitest";
import { inOrder, MOUTHS } from "../../../src/voice/list.ts";
import { type Ear, type Mouth, SpeechFailure, type SpeechProvider } from "../../../src/voice/provider.ts";
import { synthesize } from "../../../src/voice/synthesize.ts";
import { transcribe } from "../../../src/voice/transcribe.ts";
import { transcribedOnce } from "../../../src/voice/transcribed-once.ts";
import { accessTo, aLedger, bytesOf, MP3, SIGNAL, wav } from "./support.ts";

const PAYER = { owner: "psn_ann", agent: "owl", conversation_id: "cnv_1" };
const SOUND = { media_type: "audio/wav", bytes: wav(2) };
const access = accessTo({});

function provider<Part>(name: string, part: Part): SpeechProvider<Part> {
  return { name, label: name, isSet: () => true, load: async () => () => part };
}

function ear(hear: Ear["transcribe"], usd?: number): Ear {
  return { model: "m", price: usd === undefined ? undefined : { usd, source: "a test" }, transcribe: hear };
}

const fails: Ear["transcribe"] = () => Promise.reject(new SpeechFailure("refused the key"));
const hears: Ear["transcribe"] = async () => ({ text: " Buy milk.\n" });

test("the next ear is asked when one fails, and what it cost is booked by the second", async () => {
  const { ledger, booked } = aLedger();
  const providers = [provider("first", ear(fails, 1)), provider("second", ear(hears, 0.25))];
  expect(await transcribe({ providers, access, ledger }, PAYER, SOUND)).toEqual({
    ok: true,
    text: "Buy milk.",
  });
  expect(booked).toEqual([
    {
      ...PAYER,
      model: "second/m",
      cost_usd: 0.5,
      purpose: "transcription",
      isEstimate: false,
      heard_seconds: 2,
    },
  ]);
});

test("a length that the provider reports goes first; one that nobody knows is an estimate", async () => {
  const { ledger, booked } = aLedger();
  const reported = [
    provider(
      "a",
      ear(async () => ({ text: "Yes.", seconds: 8 }), 1),
    ),
  ];
  await transcribe({ providers: reported, access, ledger }, PAYER, SOUND);
  const webm = { media_type: "audio/webm", bytes: new Uint8Array(6_000) };
  await transcribe({ providers: [provider("b", ear(hears, 1))], access, ledger }, PAYER, webm);
  await transcribe({ providers: [provider("c", ear(hears))], access, ledger }, PAYER, webm);
  expect(booked).toMatchObject([
    { cost_usd: 8, isEstimate: false },
    { cost_usd: 3, isEstimate: true },
    { cost_usd: null, isEstimate: false },
  ]);
});

test("a budget passes over what is too dear, and says so when nothing is left", async () => {
  const { ledger, booked } = aLedger((model) =>
    model.startsWith("dear") ? "The budget is used up." : undefined,
  );
  const dear = provider("dear", ear(hears, 9));
  const both = [dear, provider("free", ear(hears, 0))];
  expect((await transcribe({ providers: both, access, ledger }, PAYER, SOUND)).ok).toBe(true);
  expect(booked).toMatchObject([{ model: "free/m" }]);
  expect(await transcribe({ providers: [dear], access, ledger }, PAYER, SOUND)).toEqual({
    ok: false,
    reason: "The budget is used up.",
    isOverBudget: true,
  });
});

test("a failure is told without the network's words, silence as such, and endless words are cut", async () => {
  const { ledger } = aLedger();
  const heard = (hear: Ear["transcribe"]) =>
    transcribe({ providers: [provider("ears", ear(hear))], access, ledger }, PAYER, SOUND);
  const broken = await heard(() => Promise.reject(new Error("sk-secret reset")));
  expect(broken).toEqual({
    ok: false,
    reason: "ears did not answer in time, or not as expected. Try again.",
  });
  expect(await heard(async () => ({ text: "  " }))).toMatchObject({ reason: "No words were heard in it." });
  const long = await heard(async () => ({ text: "word ".repeat(10_000) }));
  expect(long.ok && long.text.length).toBe(20_001);
});

function mouth(said: string[], name: string, isBroken = false): SpeechProvider<Mouth> {
  return provider<Mouth>(name, {
    model: () => "m",
    price: () => ({ usd: 0.5, source: "a test" }),
    async speak({ voice = "usual" }) {
      said.push(`${name} ${voice}`);
      if (isBroken) throw new SpeechFailure(`${name} is closed`);
      return { media_type: "audio/mpeg", stream: new Response(MP3).body as ReadableStream<Uint8Array> };
    },
    voices: async () => [],
  });
}

test.each([
  ["deepgram/aura-2-lara-de", ["deepgram aura-2-lara-de"]],
  ["alloy", ["openai alloy"]],
  ["JBFqnCBsd6RMkjVDRZzb", ["elevenlabs JBFqnCBsd6RMkjVDRZzb", "openai usual"]],
  ["somebody", ["elevenlabs somebody", "openai usual"]],
  [undefined, ["elevenlabs usual", "openai usual"]],
])(
  "the voice %s is asked of its own provider first, and others speak in their usual one",
  async (voice, said) => {
    const asked: string[] = [];
    const { ledger, booked } = aLedger();
    const providers = [mouth(asked, "elevenlabs", true), mouth(asked, "openai"), mouth(asked, "deepgram")];
    const spoken = await synthesize(
      { providers, access, ledger },
      { text: "Hello", voice, as: "recording", payer: PAYER },
      SIGNAL,
    );
    expect(asked).toEqual(said);
    expect(spoken.ok && (await bytesOf(spoken))).toEqual(MP3);
    expect(booked).toMatchObject([{ ...PAYER, cost_usd: 2.5, purpose: "speech" }]);
  },
);

test("providers are asked in the order of the operator, and then in the list's own", () => {
  const all = { settings: { ELEVENLABS_API_KEY: "k", OPENAI_API_KEY: "k", DEEPGRAM_API_KEY: "k" } };
  const names = (order?: string[]) => inOrder(MOUTHS, all, order).map(({ name }) => name);
  expect(names()).toEqual(["elevenlabs", "openai", "openai-realtime", "deepgram"]);
  expect(names(["deepgram", "speech_server"])).toEqual([
    "deepgram",
    "elevenlabs",
    "openai",
    "openai-realtime",
  ]);
});

test("the same sound under the same id is transcribed once, also while it is under way", async () => {
  const texts = new Map<string, string>();
  const store = {
    get: async (_owner: string, id: string) => (texts.get(id) === "…" ? undefined : texts.get(id)),
    claim: async (_owner: string, id: string) => !texts.has(id) && texts.set(id, "…") !== undefined,
    put: async (_owner: string, id: string, text: string) => void texts.set(id, text),
    remove: async (_owner: string, id: string) => void texts.delete(id),
  };
  let calls = 0;
  const { promise: under, resolve: finish } = Promise.withResolvers<void>();
  const deps = { store, pause: async () => finish() };
  const heard = (once: string, bytes = SOUND.bytes) =>
    transcribedOnce(deps, { owner: "psn_ann", once, bytes }, async () => {
      calls += 1;
      await under;
      return calls === 3 ? { ok: false, reason: "It broke." } : { ok: true, text: `text ${calls}` };
    });
  expect(await Promise.all([heard("a"), heard("a")])).toEqual([
    { ok: true, text: "text 1" },
    { ok: true, text: "text 1" },
  ]);
  expect([await heard("a"), calls]).toEqual([{ ok: true, text: "text 1" }, 1]);
  expect(await heard("a", wav(1))).toEqual({ ok: true, text: "text 2" });
  expect(await heard("b"), "a failure is not kept").toMatchObject({ ok: false });
  expect(await heard("b")).toEqual({ ok: true, text: "text 4" });
});

test("in a cast each seat has another voice of the provider, in the language of the text, and a chosen voice goes first", async () => {
  const { ledger } = aLedger();
  const spoken: (string | undefined)[] = [];
  let lists = 0;
  const tenor: Mouth = {
    model: () => "m",
    price: () => undefined,
    async speak({ voice }) {
      spoken.push(voice);
      return { media_type: "audio/mpeg", stream: new Blob([MP3]).stream() };
    },
    async voices() {
      lists += 1;
      const named = (id: string, ...languages: string[]) => ({ id, name: id, languages });
      return [named("a", "en"), named("b", "de-AT"), named("c"), named("d", "de")];
    },
  };
  const silent: Mouth = { ...tenor, voices: () => Promise.reject(new SpeechFailure("lists none")) };
  const say = (mouth: Mouth, more: object) => {
    const providers = [provider(mouth === silent ? "silent" : "choir", mouth)];
    const utterance = { text: "Hi.", as: "recording" as const, payer: PAYER, language: "de", ...more };
    return synthesize({ providers, access, ledger }, utterance, SIGNAL);
  };
  for (const seat of [0, 1, 2, 3]) await say(tenor, { seat });
  await say(tenor, { seat: 1, voice: "choir/z" });
  await say(tenor, {});
  await say(silent, { seat: 1 });
  expect(spoken).toEqual(["b", "c", "d", "b", "z", undefined, undefined]);
  expect(lists).toBe(1);
});
