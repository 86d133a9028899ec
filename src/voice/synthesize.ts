/** Speech by the mouths that are set. Loaded when something is first said. */
import { type Attempts, firstOf } from "./attempts.ts";
import { withVoice } from "./chosen-voice.ts";
import type { SpeechCall, SpeechResult, Synthesize } from "./ports.ts";
import type { Mouth, SpeechProvider, Utterance } from "./provider.ts";

/** Until sound begins to come. */
const WITHIN_MS = 20_000;

/** Never rejects. */
export async function synthesize(
  { providers, access, ledger }: Attempts<Mouth>,
  { payer, voice, ...utterance }: Parameters<Synthesize>[0],
  signal: AbortSignal,
): Promise<SpeechResult> {
  const { order, voiceFor } = withVoice(providers, voice);
  const said = await firstOf({ providers: order, access, ledger }, payer, (mouth, provider) => {
    const own = { ...utterance, voice: voiceFor(provider) };
    return {
      call: callOf(mouth, provider, own),
      run: () => untilBegun(signal, (attempt) => mouth.speak(own, attempt)),
    };
  });
  if (!said.ok) return said;
  await ledger.book(payer, { ...said.call, purpose: "speech", isEstimate: false });
  return { ok: true, ...said.value };
}

function callOf(mouth: Mouth, { name }: SpeechProvider<Mouth>, utterance: Utterance): SpeechCall {
  const price = mouth.price(utterance);
  return {
    model: `${name}/${mouth.model(utterance)}`,
    cost_usd: price === undefined ? null : price.usd * utterance.text.length,
  };
}

/** Runs an attempt whose beginning has a time limit; once it has begun, only `signal` ends it. */
async function untilBegun<Result>(
  signal: AbortSignal,
  run: (attempt: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("The voice did not begin in time.")), WITHIN_MS);
  try {
    return await run(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
