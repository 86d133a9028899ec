/** A chat completion request in OpenAI's terms, and the check that it asks only for what is supported. */
import { z } from "zod";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { FormatField } from "../call/answer-form.ts";
import { ToolsFields } from "../call/client-tools.ts";
import { message } from "../call/said-message.ts";

/** Other fields are accepted without effect: programs send many. */
export const CompletionBody = () =>
  z.looseObject({
    model: z.string().min(1).max(200),
    messages: z.array(message()).min(1).max(5_000),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    n: z.number().nullish(),
    ...ToolsFields,
    functions: z.array(z.unknown()).nullish(),
    logprobs: z.boolean().nullish(),
    response_format: FormatField(),
    modalities: z.array(z.string()).nullish(),
    user: z.string().nullish(),
    safety_identifier: z.string().nullish(),
    metadata: z
      .looseObject({ task: z.string().nullish().catch(null) })
      .nullish()
      .catch(null),
  });

export type ChatCompletionRequest = SchemaOutput<typeof CompletionBody>;

/** Throws an AppError that names a field which asks for something unsupported. */
export function checkCompletionRequest(asked: ChatCompletionRequest): void {
  const { n, functions, logprobs, modalities } = asked;
  if (n != null && n !== 1) throw cannot("n", "an agent gives one answer. Leave it out");
  if (functions?.length) throw cannot("functions", "they go by tools now. Send them as tools");
  if (logprobs) throw cannot("logprobs", "they are not known here. Leave it out");
  if (modalities?.some((each) => each !== "text"))
    throw cannot("modalities", 'answers are text here. Send ["text"], or leave it out');
}

function cannot(field: string, why: string): AppError {
  return new AppError("malformed_request", `${field}: ${why}.`);
}
