/** The runtime's configuration as text of Cap'n Proto, which it reads. */

/**
 * A value that JSON has no form for: a union's member without a value, the bytes of a file, and bytes.
 * @typedef {{embed: string} | {data: string} | "void"} Special
 */

const SPECIAL = "@";

/** @param {Special} value a file's path, relative to the configuration's folder; bytes in hexadecimal */
export function special(value) {
  return { [SPECIAL]: value };
}

/**
 * @param {unknown} value of JSON's kinds, and those that `special` makes
 * @returns {string}
 */
export function toCapnp(value) {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(toCapnp).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (SPECIAL in value) return specialText(/** @type {Special} */ (value[SPECIAL]));
  const fields = Object.entries(value).map(([name, each]) => `${name} = ${toCapnp(each)}`);
  return `(${fields.join(", ")})`;
}

/** @param {Special} value */
function specialText(value) {
  if (value === "void") return "void";
  return "embed" in value ? `embed ${quoted(value.embed)}` : `0x${quoted(value.data)}`;
}

/** @param {string} text */
function quoted(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these have to be written as escapes
  const escaped = text.replace(/[\\"\x00-\x1f\x7f]/g, (letter) => {
    return `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return `"${escaped}"`;
}
