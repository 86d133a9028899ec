/** Transcription by the ears that are set. Loaded when something is first heard. */
import { type Attempts, firstOf } from "./attempts.ts";
import type { SpeechPayer, TranscriptionResult } from "./ports.ts";
import type { Ear, Sound } from "./provider.ts";
import { type SoundLength, soundLength } from "./sound.ts";

const WITHIN_MS = 30_000;
const MOST_TEXT = 20_000;

/** Never rejects. */
export async function transcribe(
  attempts: Attempts<Ear>,
  payer: SpeechPayer,
  sound: Sound,
): Promise<TranscriptionResult> {
  const length = soundLength(sound.bytes);
  const heard = await firstOf(attempts, payer, (ear, { name }) => ({
    call: { model: `${name}/${ear.model}`, cost_usd: costOf(ear, length) },
    run: async () => ({ ear, ...(await ear.transcribe(sound, AbortSignal.timeout(WITHIN_MS))) }),
  }));
  if (!heard.ok) return heard;
  const { ear, text, seconds } = heard.value;
  const exact = seconds === undefined ? length : { seconds, isExact: true };
  const cost_usd = costOf(ear, exact);
  await attempts.ledger.book(payer, {
    model: heard.call.model,
    cost_usd,
    purpose: "transcription",
    isEstimate: !exact.isExact && cost_usd !== null,
    heard_seconds: exact.seconds,
  });
  return transcriptOf(text);
}

export const NO_WORDS: TranscriptionResult = { ok: false, reason: "No words were heard in it." };

export function costOf(
  { price }: Pick<Ear, "price">,
  { seconds }: Pick<SoundLength, "seconds">,
): number | null {
  return price === undefined ? null : price.usd * seconds;
}

export function transcriptOf(text: string): TranscriptionResult {
  const words = text.trim();
  if (words === "") return NO_WORDS;
  return {
    ok: true,
    text: words.length > MOST_TEXT ? `${words.slice(0, MOST_TEXT).toWellFormed()}…` : words,
  };
}
