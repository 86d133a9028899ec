/** Tool specs for the model, cached per list of tools. */
import { schemaForModels } from "../../platform/json-schema/for-models.ts";
import type { ToolSpec } from "../ports/model.ts";
import type { Tool } from "../ports/tool.ts";

const made = new WeakMap<readonly Tool[], readonly ToolSpec[]>();

export function specsOf(tools: readonly Tool[]): readonly ToolSpec[] {
  const specs = made.get(tools) ?? tools.map(specOf);
  made.set(tools, specs);
  return specs;
}

function specOf({ name, description, input }: Tool): ToolSpec {
  return { name, description, input: schemaForModels(input.json).json };
}
