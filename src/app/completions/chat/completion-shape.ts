/** Shapes of an answer of chat completions. */
import { z } from "zod";
import { namedSchema } from "../../../contract/schema.ts";

export const UsageShape = namedSchema("CompletionUsage", () =>
  z.object({
    prompt_tokens: z.number(),
    completion_tokens: z.number(),
    total_tokens: z.number(),
    prompt_tokens_details: z.object({ cached_tokens: z.number() }),
  }),
);

const ToolCallShape = namedSchema("CompletionToolCall", () =>
  z.object({
    id: z.string(),
    type: z.literal("function"),
    function: z.object({ name: z.string(), arguments: z.string() }),
  }),
);

const UrlCitationShape = namedSchema("CompletionUrlCitation", () =>
  z.object({
    type: z.literal("url_citation"),
    url_citation: z.object({
      url: z.string(),
      title: z.string(),
      start_index: z.number(),
      end_index: z.number(),
    }),
  }),
);

export const CompletionShape = namedSchema("Completion", () =>
  z.object({
    id: z.string(),
    object: z.literal("chat.completion"),
    created: z.number(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.literal(0),
        message: z.object({
          role: z.literal("assistant"),
          content: z.string().nullable(),
          refusal: z.null(),
          tool_calls: z.array(ToolCallShape()).optional(),
          annotations: z.array(UrlCitationShape()).optional(),
        }),
        logprobs: z.null(),
        finish_reason: z.enum(["stop", "length", "tool_calls"]),
      }),
    ),
    usage: UsageShape(),
    /** Nightjar's own field: the conversation in which to go on. */
    conversation_id: z.string(),
    /** Nightjar's own field, of an answer without words: why it has none. */
    reason: z.string().optional(),
  }),
);
