/** Time zones and languages to choose from, as this browser knows them. */

/** Includes `chosen`, though this browser may not know it. */
export function zonesWith(chosen: string | null): string[] {
  const known = ["UTC", ...Intl.supportedValuesOf("timeZone")];
  return [...new Set(chosen === null ? known : [...known, chosen])].sort();
}

export function zoneName(zone: string): string {
  return zone.replaceAll("_", " ");
}

const LANGUAGES = [
  "ar",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "es",
  "fi",
  "fr",
  "he",
  "hi",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
];
const MORE_LANGUAGES = ["no", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh-Hans", "zh-Hant"];

/** Each by its own name, the browser's first; includes `chosen`. */
export function languagesWith(chosen: string | null): { value: string; label: string }[] {
  const wanted = [
    ...(chosen === null ? [] : [chosen]),
    ...navigator.languages,
    ...LANGUAGES,
    ...MORE_LANGUAGES,
  ];
  return [...new Set(wanted)].map((value) => ({ value, label: languageName(value) }));
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag; // A RangeError: this browser does not know the tag.
  }
}
