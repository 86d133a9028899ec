/** What a person typed, as the answer to a question or to a request for approval. */

/**
 * A number picks an option; anything else is the answer itself.
 * @param {string} typed
 * @param {string[]} options
 */
export function readAnswer(typed, options) {
  const text = typed.trim();
  return (/^\d+$/.test(text) ? options[Number(text) - 1] : undefined) ?? text;
}

/**
 * Undefined when it is neither yes nor no: then it is asked again.
 * @param {string} typed
 * @returns {"allow_once" | "always" | "deny" | undefined}
 */
export function readDecision(typed) {
  const text = typed.trim().toLowerCase();
  if (["y", "yes", "once", "allow_once"].includes(text)) return "allow_once";
  if (["a", "always"].includes(text)) return "always";
  return /^(n|no|deny)([\s:,]|$)/.test(text) ? "deny" : undefined;
}

/**
 * What follows the no: the agent is told.
 * @param {string} typed
 * @returns {string | undefined}
 */
export function readReason(typed) {
  return /^\s*(?:n|no|deny)[\s:,]+(\S.{0,499})$/is.exec(typed)?.[1]?.trim();
}

export const DECISION_PROMPT = "y = yes, this once · a = always · n [why] = no";
