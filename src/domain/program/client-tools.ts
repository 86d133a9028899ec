/**
 * Tools that a program brings along with its message: the agent calls them, and the program runs them. And the form that it wants
 * the answer in.
 */
import type { AnswerFormat } from "./answer-format.ts";

/** Name, description and JSON schema of the arguments, as the program has sent them. */
export interface ClientTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** The program's wish for its first step: none of its tools, any of them, or that one. Absent: as the model likes. */
export type ClientToolChoice = "none" | "required" | { name: string };

export interface ClientTools {
  tools: ClientTool[];
  choice?: ClientToolChoice;
  /** The agent's own tools stay away. */
  is_alone?: true;
  /** Set for at most one call a step. */
  is_serial?: true;
  /** Absent: words. */
  format?: AnswerFormat;
}

/** A call that waits for the program's result. */
export interface ClientCall {
  call_id: string;
  name: string;
  input: unknown;
}

/** The program's result of one call: text, as it has sent it. */
export interface ClientResult {
  call_id: string;
  content: string;
  is_error?: true;
}
