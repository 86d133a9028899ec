/** Form that a program wants the answer of a turn in: JSON, by a schema if it names one. */
export interface AnswerFormat {
  name: string;
  /** JSON schema; null: any JSON object. */
  schema: Record<string, unknown> | null;
  /** The provider is to hold the model to the schema, as far as it can. */
  is_strict?: true;
}

/** Words that tell a model of the form. */
export function formWords({ schema }: AnswerFormat): string {
  const form =
    schema === null
      ? "one JSON object"
      : `one JSON value that fits this JSON schema: ${JSON.stringify(schema)}`;
  return `Answer with ${form}, and with nothing around it.`;
}
