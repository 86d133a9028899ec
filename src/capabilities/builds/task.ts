/** Values of the prompt that tells the Builder its task. */
import type { JsonSchema } from "../../agent/ports/model.ts";
import type { PromptValues } from "../../agent/prompts/template.ts";
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

export function taskValues(
  { name, description, input_schema, output, repair }: BuildRequest,
  files: DraftFiles,
): PromptValues {
  return {
    name,
    purpose: description,
    input: input_schema ? JSON.stringify(input_schema) : "",
    output: output ?? "",
    failure: repair ?? "",
    files: Object.keys(files).join(", "),
  };
}
