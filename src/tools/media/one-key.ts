/**
 * The first of the keys that a setting lists, as the accounts of models read it; undefined: there is none. A recording or a
 * picture is no reason to try them all.
 */
export function oneKeyOf(setting: string | undefined): string | undefined {
  return setting
    ?.split(",")
    .map((key) => key.trim())
    .find((key) => key !== "");
}
