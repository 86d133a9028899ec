/** Hearing and speaking by the providers that are set: loaded when something is first heard or said. */
import type { Log } from "../../../observability/log-port.ts";
import { pause } from "../../../platform/pause.ts";
import { R2ClaimedTexts } from "../../../storage/r2/claimed-texts.ts";
import { keys } from "../../../storage/r2/keys.ts";
import type { SpeechResult, Synthesize, Transcribe, TranscriptionResult } from "../../../voice/ports.ts";
import type { Ear, Mouth, SpeechAccess, SpeechProvider } from "../../../voice/provider.ts";
import { synthesize } from "../../../voice/synthesize.ts";
import { transcribe } from "../../../voice/transcribe.ts";
import { transcribedOnce } from "../../../voice/transcribed-once.ts";
import type { Env } from "../../env.ts";
import { type LedgerParts, speechLedger } from "./speech-ledger.ts";

interface Asked<Part> {
  providers: readonly SpeechProvider<Part>[];
  access: SpeechAccess;
  parts: LedgerParts & { env: Pick<Env, "BUCKET">; log: Log };
}

/** Never rejects. */
export async function hear(
  { providers, access, parts }: Asked<Ear>,
  { payer, once, ...sound }: Parameters<Transcribe>[0],
): Promise<TranscriptionResult> {
  const attempts = { providers, access, ledger: speechLedger(parts) };
  const run = () => transcribe(attempts, payer, sound);
  if (once === undefined || payer.is_temporary) return run();
  const { env, now, log } = parts;
  const store = new R2ClaimedTexts({ bucket: env.BUCKET, now, keyOf: keys.transcript });
  try {
    return await transcribedOnce({ store, pause }, { owner: payer.owner, once, bytes: sound.bytes }, run);
  } catch (problem) {
    log.warn("transcript_not_kept", { problem: String(problem) });
    return run();
  }
}

/** Never rejects. */
export function say(
  { providers, access, parts }: Asked<Mouth>,
  utterance: Parameters<Synthesize>[0],
  signal: AbortSignal,
): Promise<SpeechResult> {
  return synthesize({ providers, access, ledger: speechLedger(parts) }, utterance, signal);
}
