/** Reads typed answers to questions and approvals. */

/**
 * A number picks an option; any other text is the answer itself.
 * @param {string} typed
 * @param {string[]} options
 */
export function readAnswer(typed, options) {
  const text = typed.trim();
  return (/^\d+$/.test(text) ? options[Number(text) - 1] : undefined) ?? text;
}

/**
 * Undefined when it is neither yes nor no: then the question is asked again.
 * @param {string} typed
 * @returns {"allow_once" | "allow_task" | "always" | "deny" | undefined}
 */
export function readDecision(typed) {
  const text = typed.trim().toLowerCase();
  if (["y", "yes", "once", "allow_once"].includes(text)) return "allow_once";
  if (["t", "task"].includes(text)) return "allow_task";
  if (["a", "always"].includes(text)) return "always";
  return /^(n|no|deny)([\s:,]|$)/.test(text) ? "deny" : undefined;
}

/**
 * The text after the no, which the agent is told.
 * @param {string} typed
 * @returns {string | undefined}
 */
export function readReason(typed) {
  return /^\s*(?:n|no|deny)[\s:,]+(\S.{0,499})$/is.exec(typed)?.[1]?.trim();
}

export const DECISION_PROMPT =
  "y = yes, this once · t = for this task · a = always, to the same destinations · n [why] = no";
