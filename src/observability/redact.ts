/** Keeps this instance's secrets out of logs, answers and model input. */

export type Redact = (text: string) => string;

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD)(?:_\d+)?$/;
/** Shorter values would match ordinary words. */
const SHORTEST = 8;
/** Patterns of well-known keys, whoever they belong to. */
const PATTERNS = [
  /\b(?:sk|pk|rk|gsk|xai)-[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /\bgh[pousr]_\w{30,}/g,
  /\bnjk_[\w-]{40,}/g,
];
const MARK = "[secret]";
const PLAIN = /^[\w.~-]*$/;

/** `name=value` pairs between commas, whose values are the secrets. */
const PAIRS_NAME = /OTLP_HEADERS$/;

/** Secret values among the settings; several keys in one setting are several secrets. */
export function secretsOf(env: object): string[] {
  const values = Object.entries(env).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    if (PAIRS_NAME.test(name)) return value.split(",").map((pair) => pair.slice(pair.indexOf("=") + 1));
    return SECRET_NAME.test(name) ? value.split(",") : [];
  });
  return values.map((value) => value.trim()).filter((value) => value.length >= SHORTEST);
}

/** `secrets` is called each time: keys are added while the instance runs. */
export function createRedact(secrets: () => readonly string[]): Redact {
  return (text) => {
    if (text.length < SHORTEST) return text;
    let safe = text;
    for (const secret of secrets()) {
      if (safe.includes(secret)) safe = safe.replaceAll(secret, MARK);
      // Without special characters the encoded form equals the plain one, replaced above.
      if (PLAIN.test(secret)) continue;
      safe = safe.replaceAll(encodeURIComponent(secret.toWellFormed()), MARK);
    }
    for (const pattern of PATTERNS) safe = safe.replace(pattern, MARK);
    return safe;
  };
}
