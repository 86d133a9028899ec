/** The task text for the Builder. */
import type { JsonSchema } from "../../agent/ports/model.ts";
import type { DraftFiles } from "./record/build.ts";

export interface BuildRequest {
  name: string;
  /** The capability's purpose. */
  description: string;
  /** The expected arguments, as far as known. */
  input_schema?: JsonSchema | undefined;
  /** The expected result, in words. */
  output?: string | undefined;
  /** For a capability in use: what failed, with the inputs that failed. */
  repair?: string | undefined;
}

export function taskOf(
  { name, description, input_schema, output, repair }: BuildRequest,
  files: DraftFiles,
): string {
  const there = Object.keys(files);
  return [
    `Build the capability \`${name}\`.`,
    `What it is for:\n${description}`,
    ...(input_schema
      ? [`Its input, as it was wished for (JSON Schema):\n${JSON.stringify(input_schema)}`]
      : []),
    ...(output ? [`What it should give:\n${output}`] : []),
    ...(repair ? [`It is in use and fails. Find out why, add a test for it, and mend it:\n${repair}`] : []),
    ...(there.length > 0
      ? [
          `The version in use lies in your files (${there.join(", ")}). Change it, and keep what its users rely on.`,
        ]
      : []),
  ].join("\n\n");
}
