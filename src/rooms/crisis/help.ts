/** Chooses the helplines to show to a person who may be in danger. */
import type { Decision, Visit } from "../../domain/visit.ts";
import { signsOf } from "./signs.ts";

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

/** Help where nobody could be cast to answer: as decided before, or else by the words alone. */
export function helpWithoutCast(
  { start: { room } }: Visit,
  { decided, words }: { decided: Decision | undefined; words: string },
): string | undefined {
  const isInDanger = decided ? decided.by === "crisis" : signsOf(words) !== "none";
  return isInDanger ? helpFrom(room.crisis.resources, null) : undefined;
}
