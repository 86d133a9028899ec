/**
 * The offline model as the Builder. Rules can't write programs, so it builds the only one that it knows, in the same
 * steps as a model would, and says so.
 */
import type { ToolResultBlock } from "../../agent/ports/model.ts";
import { demoFiles } from "./demo-capability.ts";
import type { Answer } from "./next-action.ts";
import type { Situation } from "./situation.ts";

/** An agent that is offered this tool is the Builder. */
export const REGISTER = "register_capability";

type Call = Extract<Answer, { type: "calls" }>["calls"][number];

export function builderAnswer({ text, results }: Situation): Answer {
  const failed = results.at(-1)?.find(({ is_error }) => is_error);
  if (failed) return { type: "text", text: notBuilt(failed) };
  const name = /`([a-z][a-z0-9_]*)`/.exec(text)?.[1] ?? "demo_tool";
  const calls = stepsOf(name)[results.length];
  return calls ? { type: "calls", calls } : { type: "text", text: built(name) };
}

function stepsOf(name: string): Call[][] {
  return [
    [progress("Writing it, with its tests"), ...Object.entries(demoFiles(name)).map(written)],
    [progress("Testing it"), { name: "run_command", input: { command: "test" } }],
    [progress("Registering it"), { name: REGISTER, input: {} }],
  ];
}

function progress(text: string): Call {
  return { name: "report_progress", input: { text } };
}

function written([path, content]: [string, string]): Call {
  return { name: "write_file", input: { path, content } };
}

function built(name: string): string {
  return `\`${name}\` is ready. It is a demonstration, as I am rules and no language model: whatever it was asked for, it counts the words, letters and lines of a text. Try: use ${name} on: to be or not to be`;
}

function notBuilt({ content }: ToolResultBlock): string {
  return `I could not build it: ${content}`;
}
