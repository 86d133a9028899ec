/** Prompts with gaps that are filled in when one is used: `{{place}}`, `{{tone: dry}}` and `{{size: small | large}}`. */

export interface PromptVariable {
  name: string;
  /** Filled in already; empty: nothing is. */
  value: string;
  /** One of these, the first of them to begin with; none: any words. */
  choices: string[];
}

const GAP = /\{\{\s*([^{}:|\s][^{}:|]{0,59}?)\s*(?::([^{}]{0,400}))?\}\}/g;

/** Each once, in their order; where it is written twice, the first says what is in it. */
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

/** The prompt as it is sent. What is not among the values stays as it would be without a word. */
export function filledPrompt(text: string, values: Readonly<Record<string, string>>): string {
  const usual = new Map(variablesOf(text).map(({ name, value }) => [name, value]));
  return text.replace(GAP, (_gap, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : (usual.get(name) ?? ""),
  );
}
