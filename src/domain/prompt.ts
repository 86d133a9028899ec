/**
 * Prompts with variables that are filled in on use: `{{place}}`, `{{tone: dry}}` and `{{size: small |
 * large}}`.
 */

export interface PromptVariable {
  name: string;
  /** Default value; empty: none. */
  value: string;
  /** Allowed values, the first being the default; empty: free text. */
  choices: string[];
}

const GAP = /\{\{\s*([^{}:|\s][^{}:|]{0,59}?)\s*(?::([^{}]{0,400}))?\}\}/g;

/** Each variable once, in order of appearance; the first occurrence defines its default and choices. */
export function variablesOf(text: string): PromptVariable[] {
  const variables = new Map<string, PromptVariable>();
  for (const [, name = "", inside = ""] of text.matchAll(GAP)) {
    if (variables.has(name)) continue;
    const parts = inside
      .split("|")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    variables.set(name, { name, value: parts[0] ?? "", choices: parts.length > 1 ? parts : [] });
  }
  return [...variables.values()];
}

/** The prompt as it is sent. A variable without a value gets its default. */
export function filledPrompt(text: string, values: Readonly<Record<string, string>>): string {
  const usual = new Map(variablesOf(text).map(({ name, value }) => [name, value]));
  return text.replace(GAP, (_gap, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : (usual.get(name) ?? ""),
  );
}
