/** A program's own tools in OpenAI's terms. */
import { z } from "zod";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import type { ClientToolChoice, ClientTools } from "../../../domain/program/client-tools.ts";

const MOST_TOOLS = 512;
/** Characters of all definitions together. */
const MOST_CHARACTERS = 400_000;

const name = () => z.string().regex(/^[\w.-]{1,128}$/, "a name has up to 128 letters, digits, _, - and .");

export const ToolsFields = {
  tools: z
    .array(
      z.looseObject({
        type: z.literal("function", { error: 'only tools of the type "function" can be brought' }),
        function: z.looseObject({
          name: name(),
          description: z.string().nullish(),
          parameters: z.record(z.string(), z.unknown()).nullish(),
        }),
      }),
    )
    .max(MOST_TOOLS)
    .nullish(),
  tool_choice: z
    .union([
      z.enum(["none", "auto", "required"]),
      z.looseObject({ type: z.literal("function"), function: z.looseObject({ name: name() }) }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
};

const Fields = () => z.object(ToolsFields);
export type ToolsAsked = SchemaOutput<typeof Fields>;

/** Choice of the tools that a program's request offers to the model: the agent's own beside them, or not. */
export type ToolsWish = "both" | "client" | "agent";

export function toolsWishOf(header: string | undefined): ToolsWish {
  if (header === undefined) return "both";
  if (header === "both" || header === "client" || header === "agent") return header;
  throw new AppError("malformed_request", 'x-nightjar-tools: say "both", "client" or "agent".');
}

/** Undefined: the turn has none of the program's. Throws an AppError for what cannot be offered. */
export function clientToolsOf(asked: ToolsAsked, wish: ToolsWish): ClientTools | undefined {
  const tools = (asked.tools ?? []).map(({ function: { name, description, parameters } }) => ({
    name,
    description: description ?? "",
    parameters: parameters ?? { type: "object", properties: {} },
  }));
  if (wish === "agent" || (tools.length === 0 && wish === "both")) return undefined;
  if (JSON.stringify(tools).length > MOST_CHARACTERS)
    throw new AppError("payload_too_large", `tools: all of them have at most ${MOST_CHARACTERS} characters.`);
  const names = tools.map(({ name }) => name);
  const twice = names.find((each, at) => names.indexOf(each) !== at);
  if (twice !== undefined) throw new AppError("malformed_request", `tools: "${twice}" is there twice.`);
  return {
    tools,
    ...definedOf({ choice: choiceOf(asked, names) }),
    ...(wish === "client" && { is_alone: true as const }),
    ...(asked.parallel_tool_calls === false && { is_serial: true as const }),
  };
}

function choiceOf({ tool_choice }: ToolsAsked, names: readonly string[]): ClientToolChoice | undefined {
  if (tool_choice == null || tool_choice === "auto") return undefined;
  if (typeof tool_choice === "string") return tool_choice;
  const { name } = tool_choice.function;
  if (names.includes(name)) return { name };
  throw new AppError("malformed_request", `tool_choice: there is no "${name}" among the tools.`);
}
