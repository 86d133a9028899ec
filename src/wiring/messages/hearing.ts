/**
 * Speech of the instance: words of recordings, recordings of words. Voice messages: the platform is answered at once, and a job that outlives this machine has them written down and hands
 * the message in.
 */
import type { Env } from "../../env.ts";
import type { House } from "../../house.ts";
import { HEAR } from "../../jobs/hear-job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { HearLater } from "../../routing/hearing.ts";
import { createSynthesize, type SpeechSettings } from "../../tools/media/synthesize.ts";
import { createTranscribe, type TranscribeSettings } from "../../tools/media/transcribe.ts";
import { wireSpeechModel } from "../outside/speech-model.ts";
import { jobIdOf } from "./message-key.ts";

/** Somebody waits for it. */
const PRIORITY = 9;

export interface HearingParts {
  env: Pick<Env, "AI">;
  settings: TranscribeSettings & SpeechSettings;
  jobs: Jobs;
}

export function wireHearing({
  env,
  settings,
  jobs,
}: HearingParts): Pick<House, "transcribe" | "synthesize" | "hearLater"> {
  const fetchPlain = (url: string, init: RequestInit) => fetch(url, init);
  const transcribe = createTranscribe({
    fetch: fetchPlain,
    settings,
    workersAi: wireSpeechModel(env.AI),
  });
  const synthesize = createSynthesize({ fetch: fetchPlain, settings });
  return { transcribe, synthesize, hearLater: laterBy(jobs) };
}

function laterBy(jobs: Jobs): HearLater {
  return async (message, { principal }, background) => {
    const id = await jobIdOf("hear", message);
    const { owner } = principal;
    const [added] = await jobs.enqueueAll([
      { id, kind: HEAR, owner, payload: { message }, priority: PRIORITY },
    ]);
    if (!added) return "duplicate";
    background(jobs.run(added.id));
    return "accepted";
  };
}
