/** Voices as the field of an agent lists them. */
import type { Voice } from "../../../api/conversations/speech.ts";
import { locale } from "../../../words/language.ts";

/** Value of the entry behind which a voice is typed; no voice is called so. */
export const OTHER = "/";

/** Voices by their provider, in the order in which providers are asked. */
export function groupsOf(voices: readonly Voice[]): { label: string; voices: Voice[] }[] {
  const groups = new Map<string, Voice[]>();
  for (const voice of voices)
    groups.set(voice.provider_label, [...(groups.get(voice.provider_label) ?? []), voice]);
  return [...groups].map(([label, own]) => ({ label, voices: own }));
}

/** Its name, and the languages that it is made for: `Viktoria (German)`. */
export function voiceWords({ name, languages }: Voice): string {
  const known = new Intl.DisplayNames(locale, { type: "language" });
  const said = [...new Set(languages.map((tag) => nameOf(known, tag)))];
  return said.length === 0 ? name : `${name} (${said.slice(0, 3).join(", ")})`;
}

/** A tag that is none is shown as it is. */
function nameOf(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
