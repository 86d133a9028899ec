/** Parses a request by the schemas of its route. A refusal names the field and says what is wrong. */
import { z } from "zod";
import { once } from "../../contract/schema.ts";
import { AppError, type ErrorKind } from "../../domain/errors.ts";
import { isShallow, MAX_JSON_DEPTH } from "../../domain/text/shallow.ts";
import { nothing } from "./schemas.ts";

/** The longest message, each of its characters escaped, with room to spare. */
export const MAX_JSON_BYTES = 8 * 1024 * 1024;

/** The schemas of a route, each made when it is first needed. */
export interface Schemas {
  readonly params?: () => z.ZodObject;
  readonly query?: () => z.ZodObject;
  readonly body?: () => z.ZodType;
  /** Largest JSON body in bytes; `MAX_JSON_BYTES` by default. */
  readonly most?: number;
}

export interface RawInput {
  params: Record<string, string>;
  query: Record<string, string>;
  request: Request;
}

/** The schemas made once on first use, and closed to fields they do not name. */
export function prepareSchemas({ params, query, body }: Schemas): Schemas {
  return {
    ...(params && { params: once(params) }),
    ...(query && { query: once(() => closed(query())) }),
    ...(body && { body: once(() => closed(body())) }),
  };
}

/** Throws an AppError for the first of path, query and body that does not fit. */
export async function inputOf({ params, query, body, most = MAX_JSON_BYTES }: Schemas, given: RawInput) {
  return {
    params: params ? checkedAs(params(), given.params, "resource_not_found") : {},
    query: checkedAs((query ?? nothing)(), given.query),
    body: body && checkedAs(body(), await jsonOf(given.request, most)),
  };
}

/** Throws an AppError of that kind that names each wrong field. */
export function checkedAs<S extends z.ZodType>(
  schema: S,
  value: unknown,
  kind: ErrorKind = "malformed_request",
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError(kind, result.error.issues.map((issue) => sentenceOf(issue, schema)).join("; "));
}

/** An object schema that names its fields accepts no others, unless it says that it does. */
function closed<S extends z.ZodType>(schema: S): S {
  const isOpen = schema instanceof z.ZodObject && schema.def.catchall === undefined;
  return isOpen ? (schema.strict() as unknown as S) : schema;
}

/** The body as JSON; an empty one is `{}`. `most` is in bytes. Throws an AppError. */
export async function jsonOf(request: Request, most: number): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
  const text = await request.text();
  if (text.length > most) throw tooLarge(most);
  const value = text === "" ? {} : parsed(text);
  if (!isShallow(value)) {
    throw new AppError(
      "malformed_request",
      `The body's JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`,
    );
  }
  return value;
}

function tooLarge(most: number): AppError {
  const megabytes = most / 1_048_576;
  return new AppError(
    "payload_too_large",
    `The body is larger than the ${megabytes} MB that this address takes.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("malformed_request", "The body is not valid JSON.");
  }
}

/** Sentence about an issue, such as `message: expected string, received number`. */
function sentenceOf(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  // A whole sentence needs no field name before it.
  const isSentence = issue.code === "custom" && issue.message.endsWith(".");
  const where = issue.path.length > 0 && !isSentence ? `${issue.path.join(".")}: ` : "";
  if (issue.code === "unrecognized_keys") return `${where}${unknownFields(issue, schema)}`;
  return `${where}${issue.message.replace(/^Invalid (input|option): /, "")}`;
}

function unknownFields({ keys, path }: z.core.$ZodIssueUnrecognizedKeys, schema: z.ZodType): string {
  const unknown = keys.map((key) => `"${key}"`).join(", ");
  const known = fieldsAt(schema, path);
  return known.length === 0
    ? `nothing is called ${unknown} here`
    : `nothing is called ${unknown} here; there is ${known.join(", ")}`;
}

function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = bare(schema);
  for (const step of path) at = bare(at instanceof z.ZodArray ? at.element : fieldOf(at, step));
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function fieldOf(schema: unknown, name: PropertyKey): unknown {
  return schema instanceof z.ZodObject ? (schema.shape as Record<PropertyKey, unknown>)[name] : undefined;
}

function bare(schema: unknown): unknown {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? bare(schema.unwrap()) : schema;
}
