/** Speech by the mouths that are set. Loaded when something is first said. */
import { type Attempts, firstOf } from "./attempts.ts";
import { withVoice } from "./chosen-voice.ts";
import type { SpeechCall, SpeechLedger, SpeechPayer, SpeechResult, Synthesize } from "./ports.ts";
import { type Mouth, SpeechFailure, type SpeechProvider, type Utterance } from "./provider.ts";
import { seatVoice } from "./seat-voice.ts";

/** Until sound begins to come. */
const WITHIN_MS = 20_000;

/** Never rejects. */
export async function synthesize(
  { providers, access, ledger }: Attempts<Mouth>,
  { payer, voice, seat, ...utterance }: Parameters<Synthesize>[0],
  signal: AbortSignal,
): Promise<SpeechResult> {
  const { order, voiceFor } = withVoice(providers, voice);
  const said = await firstOf({ providers: order, access, ledger }, payer, async (mouth, provider) => {
    const { language } = utterance;
    const seated = seat === undefined ? undefined : () => seatVoice(provider, mouth, { seat, language });
    const own = { ...utterance, voice: voiceFor(provider) ?? (await seated?.()) };
    const call = callOf(mouth, provider, own);
    return {
      call,
      run: () => untilBegun(signal, (attempt) => mouth.speak(own, attempt)).catch(paid(ledger, payer, call)),
    };
  });
  if (!said.ok) return said;
  const { spent, ...sound } = said.value;
  const known = {
    ...said.call,
    purpose: "speech" as const,
    isEstimate: false,
    spoken_characters: utterance.text.length,
  };
  if (spent)
    ledger.bookLater(
      payer,
      spent.then((cost) => ({ ...known, ...cost })),
    );
  else await ledger.book(payer, known);
  return { ok: true, ...sound };
}

/** Books what a failed attempt has cost. Rejects with its failure. */
function paid(ledger: SpeechLedger, payer: SpeechPayer, { model }: SpeechCall) {
  return async (problem: unknown): Promise<never> => {
    if (problem instanceof SpeechFailure && problem.spent)
      await ledger.book(payer, { model, purpose: "speech", ...problem.spent });
    throw problem;
  };
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
