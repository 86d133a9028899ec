/** Voices of OpenAI's realtime models. */
export const REALTIME_VOICES = "alloy ash ballad cedar coral echo marin sage shimmer verse".split(" ");

/** The voice if the models have it, else their usual one. */
export function realtimeVoice(voice: string | null | undefined): string {
  return voice && REALTIME_VOICES.includes(voice) ? voice : "marin";
}
