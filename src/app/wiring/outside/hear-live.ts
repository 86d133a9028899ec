/** Hearing while somebody speaks: loaded by the first call that does. */
import { pause } from "../../../platform/pause.ts";
import { R2ClaimedTexts } from "../../../storage/r2/claimed-texts.ts";
import { keys } from "../../../storage/r2/keys.ts";
import type { LiveEar } from "../../../voice/live/live-ear.ts";
import { LiveRecording } from "../../../voice/live/live-recording.ts";
import type { LiveTranscription, LiveWish, SpeechPayer, SpeechProblem } from "../../../voice/ports.ts";
import type { SpeechAccess, SpeechProvider } from "../../../voice/provider.ts";
import { costOf } from "../../../voice/transcribe.ts";
import { transcribedOnce } from "../../../voice/transcribed-once.ts";
import type { Env } from "../../env.ts";
import { type LedgerParts, speechLedger } from "./speech-ledger.ts";

interface Asked {
  provider: SpeechProvider<LiveEar>;
  access: SpeechAccess;
  parts: LedgerParts & { env: Pick<Env, "BUCKET"> };
}

/** Length of an utterance that a budget must have room for. */
const USUAL_SECONDS = 30;

/** Never rejects. */
export async function hearLive(
  { provider, access, parts }: Asked,
  wish: LiveWish,
): Promise<{ ok: true; value: LiveTranscription } | SpeechProblem> {
  const ledger = speechLedger(parts);
  try {
    const ear = (await provider.load())(access);
    const model = `${provider.name}/${ear.model}`;
    const refused = await ledger.refusal(wish.payer, {
      model,
      cost_usd: costOf(ear, { seconds: USUAL_SECONDS }),
    });
    if (refused !== undefined) return { ok: false, reason: refused, isOverBudget: true };
    const recording = new LiveRecording({ ear, model, ledger }, wish);
    return { ok: true, value: keptOnce(recording, parts, wish.payer) };
  } catch (problem) {
    parts.log.warn("not_heard_live", { problem: String(problem) });
    return { ok: false, reason: `${provider.label} can't be reached. Try again.` };
  }
}

function keptOnce(
  recording: LiveRecording,
  { env, now, log }: Asked["parts"],
  { owner, is_temporary }: SpeechPayer,
): LiveTranscription {
  return {
    take: (pcm) => recording.take(pcm),
    drop: () => recording.drop(),
    finish(once) {
      const heard = recording.finish();
      const store = new R2ClaimedTexts({ bucket: env.BUCKET, now, keyOf: keys.transcript });
      const wav = recording.wav();
      if (is_temporary) return { heard, kept: heard, wav };
      const kept = transcribedOnce({ store, pause }, { owner, once, bytes: wav }, () => heard).catch(
        (problem: unknown) => log.warn("transcript_not_kept", { problem: String(problem) }),
      );
      return { heard, kept, wav };
    },
  };
}
