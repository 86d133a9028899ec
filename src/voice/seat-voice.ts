/** Voices for a cast whose agents have none of their own: by its seat each one gets another voice of the provider. */
import type { Mouth, NamedVoice, SpeechProvider, Utterance } from "./provider.ts";
import { baseLanguage } from "./providers/request.ts";

interface Seated extends Pick<Utterance, "language"> {
  /** Place in the cast, from 0. */
  seat: number;
}

const WITHIN_MS = 2_000;

/** Lists by provider, for the life of the isolate: each sentence would ask again. */
const known = new Map<string, readonly NamedVoice[]>();

/** Undefined where the provider lists none for the language: its usual one is left. Never rejects. */
export async function seatVoice(
  { name }: Pick<SpeechProvider<Mouth>, "name">,
  mouth: Pick<Mouth, "voices">,
  { seat, language }: Seated,
): Promise<string | undefined> {
  const listed = known.get(name) ?? (await mouth.voices(AbortSignal.timeout(WITHIN_MS)).catch(() => []));
  if (listed.length > 0) known.set(name, listed);
  const base = baseLanguage(language) ?? "en";
  const fitting = listed.filter(
    ({ languages }) => languages.length === 0 || languages.some((tag) => baseLanguage(tag) === base),
  );
  return fitting[seat % fitting.length]?.id;
}
