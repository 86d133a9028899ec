/** Removes terminal control sequences from text of models, tools and pages: only text, line ends and tabs pass. */

/** @param {string} text */
export function safeText(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}

/**
 * One line of at most `length` characters.
 * @param {string} text
 * @param {number} length
 */
export function oneLine(text, length) {
  const line = safeText(text).replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
