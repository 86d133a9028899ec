/** An answer of a model in neutral words, which each wire spells in its own way. */

export interface ScriptedCall {
  id: string;
  name: string;
  /** The text of the arguments, in the pieces in which it comes. */
  pieces: string[];
}

export interface ScriptedUsage {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
  /** US dollars, as the provider itself bills it. */
  cost?: number;
}

export interface ScriptedAnswer {
  reasoning?: { text: string; signature?: string };
  redacted?: string;
  /** In the pieces in which it comes. */
  text?: string[];
  calls?: ScriptedCall[];
  stop?: "stop" | "length" | "tool_calls" | "refusal" | "content_filter";
  /** The provider's explanation for withholding the answer, where its wire has a field for it. */
  why?: string;
  usage?: ScriptedUsage;
}

export function call(id: string, name: string, input: object): ScriptedCall {
  return { id, name, pieces: [JSON.stringify(input)] };
}
