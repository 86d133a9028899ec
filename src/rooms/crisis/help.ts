/** Chooses the helplines to show to a person who may be in danger. */

/**
 * `resources` are by country, with a `default`; `language` is a BCP 47 tag such as `de-AT`: its region is the
 * only country that is known.
 */
export function helpFrom(
  resources: Readonly<Record<string, string>>,
  language: string | null,
): string | undefined {
  const country = language === null ? undefined : new Intl.Locale(language).region;
  return (country === undefined ? undefined : resources[country]) ?? resources["default"];
}
