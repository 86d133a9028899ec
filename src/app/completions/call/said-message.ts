/** A message of a history in the terms of chat completions, to which the other APIs are brought. */
import { z } from "zod";
import type { SchemaOutput } from "../../../contract/schema.ts";

const text = z.looseObject({ type: z.literal("text"), text: z.string() });
const image = z.looseObject({
  type: z.literal("image_url"),
  image_url: z.looseObject({ url: z.string() }),
});
const file = z.looseObject({
  type: z.literal("file"),
  file: z.looseObject({
    file_data: z.string().optional(),
    /** Id of a file that was uploaded before. */
    file_id: z.string().optional(),
    filename: z.string().optional(),
  }),
});
const audio = z.looseObject({
  type: z.literal("input_audio"),
  input_audio: z.looseObject({ data: z.string(), format: z.string().max(20) }),
});

const refusal = z.looseObject({ type: z.literal("refusal"), refusal: z.string() });

const toolCall = () =>
  z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) });

export const message = () =>
  z.looseObject({
    role: z.enum(["system", "developer", "user", "assistant", "tool"], {
      error: 'there are "system", "developer", "user", "assistant" and "tool"',
    }),
    content: z
      .union([z.string(), z.array(z.discriminatedUnion("type", [text, image, file, audio, refusal]))])
      .nullish(),
    /** Calls that the assistant made. */
    tool_calls: z.array(toolCall()).nullish(),
    /** Call whose result the tool tells. */
    tool_call_id: z.string().nullish(),
    /** The tool has failed: Anthropic's programs say so. */
    is_error: z.boolean().nullish(),
  });

export type SaidMessage = SchemaOutput<typeof message>;
export type Content = SaidMessage["content"];
export type ContentPart = Exclude<Content, string | null | undefined>[number];

/** The text of a message. */
export function wordsOf(content: Content): string {
  if (content == null) return "";
  if (typeof content === "string") return content;
  return content
    .map((part) => (part.type === "text" ? part.text : part.type === "refusal" ? part.refusal : ""))
    .filter(Boolean)
    .join("\n");
}
