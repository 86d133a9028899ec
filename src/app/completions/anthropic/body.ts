/** A request of Anthropic's Messages API. */
import { z } from "zod";
import type { SchemaOutput } from "../../../contract/schema.ts";

const source = () =>
  z.looseObject({
    type: z.string(),
    media_type: z.string().nullish(),
    data: z.string().nullish(),
    url: z.string().nullish(),
    /** Id of a file that was uploaded before. */
    file_id: z.string().nullish(),
  });

/** Blocks of tool results have the same shapes. */
const inner = () =>
  z.looseObject({ type: z.string(), text: z.string().nullish(), source: source().nullish() });

const block = () =>
  inner().extend({
    id: z.string().nullish(),
    name: z.string().nullish(),
    input: z.unknown().optional(),
    tool_use_id: z.string().nullish(),
    content: z.union([z.string(), z.array(inner())]).nullish(),
    is_error: z.boolean().nullish(),
    title: z.string().nullish(),
  });

const message = () =>
  z.looseObject({
    role: z.enum(["user", "assistant", "system"]),
    content: z.union([z.string(), z.array(block())]),
  });

/** Other fields are accepted without effect. */
export const MessagesBody = () =>
  z.looseObject({
    model: z.string().min(1).max(200),
    messages: z.array(message()).min(1).max(5_000),
    system: z.union([z.string(), z.array(inner())]).nullish(),
    stream: z.boolean().nullish(),
    metadata: z
      .looseObject({ user_id: z.string().nullish().catch(null) })
      .nullish()
      .catch(null),
    tools: z
      .array(
        z.looseObject({
          name: z.string(),
          description: z.string().nullish(),
          /** Absent: one of Anthropic's own tools. */
          input_schema: z.record(z.string(), z.unknown()).nullish(),
        }),
      )
      .nullish(),
    tool_choice: z
      .looseObject({
        type: z.enum(["auto", "any", "tool", "none"]),
        name: z.string().nullish(),
        disable_parallel_tool_use: z.boolean().nullish(),
      })
      .nullish(),
  });

export type MessagesRequest = SchemaOutput<typeof MessagesBody>;
export type Block = SchemaOutput<typeof block>;
export type Inner = SchemaOutput<typeof inner>;
