/** Check of ElevenLabs: the list of voices, which costs nothing. */
import { z } from "zod";
import { failureText } from "../../tools/media/media-fetch.ts";
import { textIn } from "../effective-settings.ts";
import type { Check } from "./check.ts";

const Voices = z.object({ voices: z.array(z.object({ name: z.string() })) });

export const elevenLabsCheck: Check = async (settings, { fetch, signal }) => {
  const base = textIn(settings, "ELEVENLABS_BASE_URL") ?? "https://api.elevenlabs.io";
  const key = textIn(settings, "ELEVENLABS_API_KEY") ?? "";
  try {
    const response = await fetch(`${base}/v1/voices`, { headers: { "xi-api-key": key }, signal });
    if (!response.ok) return { status: "broken", problem: failureText("ElevenLabs", response.status) };
    const { voices } = Voices.parse(await response.json());
    return {
      status: "ok",
      name: voices
        .map(({ name }) => name)
        .slice(0, 3)
        .join(", "),
    };
  } catch {
    return { status: "broken", problem: "Nightjar can't reach ElevenLabs. Try again in a moment." };
  }
};
