/**
 * The first of the keys that a setting lists, parsed as for model accounts; undefined when there is none. A recording
 * or picture is not worth trying the others.
 */
export function oneKeyOf(setting: string | undefined): string | undefined {
  return setting
    ?.split(",")
    .map((key) => key.trim())
    .find((key) => key !== "");
}
