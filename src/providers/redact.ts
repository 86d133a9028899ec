/** Removes keys from a provider's text before a person sees it. */

const SECRETS = [
  /\b(?:sk|pk|rk|key|gsk|xai|or)-[A-Za-z0-9_*.-]{6,}/g,
  /\bAIza[\w-]{10,}/g,
  /\bBearer\s+[\w.~+/=-]{6,}/gi,
];
const LONGEST = 300;

/** The text, shortened, without the key and without anything that looks like one. */
export function redact(text: string, key: string): string {
  let safe = key.length >= 4 ? text.replaceAll(key, "[key]") : text;
  for (const pattern of SECRETS) safe = safe.replace(pattern, "[key]");
  // Control characters do not belong in a sentence that is shown.
  safe = safe.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST)}…` : safe;
}
