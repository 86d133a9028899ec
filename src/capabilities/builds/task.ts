/** What the Builder is told of a capability that is wished for. */
import type { JsonSchema } from "../../agent/ports/model.ts";
import type { DraftFiles } from "./record/build.ts";

export interface BuildWish {
  name: string;
  /** What it is for. */
  description: string;
  /** What it should take, as far as that is known. */
  input_schema?: JsonSchema | undefined;
  /** What it should give, in words. */
  output?: string | undefined;
  /** Of one that is in use: what has gone wrong, with the inputs that did. */
  repair?: string | undefined;
}

export function taskOf(
  { name, description, input_schema, output, repair }: BuildWish,
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
