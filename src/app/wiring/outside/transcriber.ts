/** Transcription with its store: loaded when something is first transcribeKept. */
import type { Log } from "../../../observability/log-port.ts";
import { pause } from "../../../platform/pause.ts";
import { R2ClaimedTexts } from "../../../storage/r2/claimed-texts.ts";
import { keys } from "../../../storage/r2/keys.ts";
import type { Attempts } from "../../../voice/attempts.ts";
import type { Transcribe, TranscriptionResult } from "../../../voice/ports.ts";
import type { Ear } from "../../../voice/provider.ts";
import { transcribe } from "../../../voice/transcribe.ts";
import { transcribedOnce } from "../../../voice/transcribed-once.ts";
import type { Env } from "../../env.ts";

interface TranscriberParts {
  attempts: Attempts<Ear>;
  env: Pick<Env, "BUCKET">;
  now(): number;
  log: Log;
}

/** Never rejects. */
export async function transcribeKept(
  { attempts, env, now, log }: TranscriberParts,
  { payer, once, ...sound }: Parameters<Transcribe>[0],
): Promise<TranscriptionResult> {
  const hear = () => transcribe(attempts, payer, sound);
  if (once === undefined) return hear();
  const store = new R2ClaimedTexts({ bucket: env.BUCKET, now, keyOf: keys.transcript });
  try {
    return await transcribedOnce({ store, pause }, { owner: payer.owner, once, bytes: sound.bytes }, hear);
  } catch (problem) {
    log.warn("transcript_not_kept", { problem: String(problem) });
    return hear();
  }
}
