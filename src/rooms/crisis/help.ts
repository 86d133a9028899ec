/** Where whoever may be in danger finds people to talk to. */

/** `resources` by country, with a `default`; `language` as BCP 47 writes it, `de-AT`: its country is the only one that is known. */
export function helpFrom(
  resources: Readonly<Record<string, string>>,
  language: string | null,
): string | undefined {
  const country = language === null ? undefined : new Intl.Locale(language).region;
  return (country === undefined ? undefined : resources[country]) ?? resources["default"];
}
