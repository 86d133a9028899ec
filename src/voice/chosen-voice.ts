/** A voice that somebody chose: `elevenlabs/JBFqnCBsd6RMkjVDRZzb`, or the provider's name of it alone. */
import type { Mouth, SpeechProvider } from "./provider.ts";

interface Chosen {
  /** The providers, that of the voice first. */
  order: readonly SpeechProvider<Mouth>[];
  /** The voice as this provider calls it; undefined: its usual one. */
  voiceFor(provider: SpeechProvider<Mouth>): string | undefined;
}

/** Voices that can be told by their form alone. */
const FORMS: Readonly<Record<string, RegExp>> = {
  elevenlabs: /^[A-Za-z0-9]{20}$/,
  openai: /^(?:alloy|ash|ballad|cedar|coral|echo|fable|marin|nova|onyx|sage|shimmer|verse)$/,
  deepgram: /^aura-/,
};

export function withVoice(providers: readonly SpeechProvider<Mouth>[], voice: string | undefined): Chosen {
  if (voice === undefined) return { order: providers, voiceFor: () => undefined };
  const { provider, id } = partsOf(voice);
  const [first] = providers;
  const owner = provider ?? ownerOf(id) ?? first?.name;
  const hasIt = ({ name, voicesOf }: SpeechProvider<Mouth>) => name === owner || voicesOf === owner;
  const own = providers.filter(hasIt);
  const others = providers.filter((each) => !hasIt(each));
  return { order: [...own, ...others], voiceFor: (each) => (hasIt(each) ? id : undefined) };
}

function partsOf(voice: string): { provider: string | undefined; id: string } {
  const slash = voice.indexOf("/");
  if (slash === -1) return { provider: undefined, id: voice };
  return { provider: voice.slice(0, slash), id: voice.slice(slash + 1) };
}

function ownerOf(id: string): string | undefined {
  return Object.entries(FORMS).find(([, form]) => form.test(id))?.[0];
}
