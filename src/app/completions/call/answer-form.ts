/** The form of the answer in OpenAI's terms. */
import { z } from "zod";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { AnswerFormat } from "../../../domain/program/answer-format.ts";

/** Limit in characters. */
const LONGEST_SCHEMA = 100_000;

const named = () =>
  z.looseObject({
    name: z.string().max(200).nullish(),
    schema: z.record(z.string(), z.unknown()).nullish(),
    strict: z.boolean().nullish(),
  });

/** `response_format` of chat completions. */
export const FormatField = () =>
  z
    .discriminatedUnion("type", [
      z.looseObject({ type: z.literal("text") }),
      z.looseObject({ type: z.literal("json_object") }),
      z.looseObject({ type: z.literal("json_schema"), json_schema: named() }),
    ])
    .nullish();

/** `text.format` of the Responses API: the same, with the schema's fields beside the type. */
export const TextFormatField = () =>
  named()
    .extend({ type: z.enum(["text", "json_object", "json_schema"]) })
    .nullish();

export function formatOfChat(format: SchemaOutput<typeof FormatField>): AnswerFormat | undefined {
  if (format?.type === "json_object") return ANY_OBJECT;
  return format?.type === "json_schema" ? bySchema(format.json_schema, "response_format") : undefined;
}

export function formatOfText(format: SchemaOutput<typeof TextFormatField>): AnswerFormat | undefined {
  if (format?.type === "json_object") return ANY_OBJECT;
  return format?.type === "json_schema" ? bySchema(format, "text") : undefined;
}

const ANY_OBJECT: AnswerFormat = { name: "object", schema: null };

function bySchema({ name, schema, strict }: SchemaOutput<typeof named>, field: string): AnswerFormat {
  if (schema == null) throw new AppError("malformed_request", `${field}: json_schema needs a schema.`);
  if (JSON.stringify(schema).length > LONGEST_SCHEMA)
    throw new AppError("payload_too_large", `${field}: a schema has at most ${LONGEST_SCHEMA} characters.`);
  return { name: name ?? "answer", schema, ...(strict === true && { is_strict: true as const }) };
}
