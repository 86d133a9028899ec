/** Spellings of numbers and units, brought to one form before figures are looked for. */

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:per|pour) cent(?!\p{L})/giu, "%"],
  [/(?<!\p{L})(?:km|kilom[eè]t(?:re|er)s?) (?:per|an|pro|par|à l['’]) ?(?:hour|Stunde|heure)/giu, "km/h"],
  [/(?<!\p{L})miles (?:per|an) hour/giu, "mph"],
  [/(?<!\p{L})minus (?=\d)/giu, "−"],
  // "Au moins 12 personnes" is no negative number: degrees alone are.
  [/(?<!\p{L})moins (?=\d[\d.,]*\s?(?:°|degr))/giu, "−"],
  [/(?<!\p{L})(vingt|trente|quarante|cinquante|soixante) et (un|une|onze)(?!\p{L})/giu, "$1-et-$2"],
];

export function inOneSpelling(text: string): string {
  return SPELLINGS.reduce((all, [form, by]) => all.replace(form, by), text);
}
