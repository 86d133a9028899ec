/** Zod schemas of tables of settings. */
import { z } from "zod";
import type {
  CodeField,
  Field,
  FieldTable,
  NumberField,
  TextField,
  WithoutLabel,
} from "../../domain/fields/field.ts";
import type { Values } from "../../domain/fields/values.ts";
import { oneName } from "../../domain/text/one-name.ts";

type OwnNames<T> = { [K in keyof T]: T[K] extends { kind: "own" } ? K : never }[keyof T];
type GroupNames<T> = {
  [K in keyof T]: T[K] extends { kind: "group"; fields: infer G }
    ? HasOwn<G> extends true
      ? K
      : never
    : never;
}[keyof T];
type HasOwn<T> = [OwnNames<T>] extends [never] ? false : true;

/** Schemas of the settings that have their own; those in groups below the group's name. */
export type OwnSchemas<T> = { readonly [K in OwnNames<T>]: z.ZodType } & {
  readonly [K in GroupNames<T>]: T[K] extends { fields: infer G } ? OwnSchemas<G> : never;
};

type SchemaOf<F, Value, Own> = F extends { kind: "own" }
  ? Own extends z.ZodType
    ? Own
    : never
  : F extends { kind: "group"; fields: infer G }
    ? z.ZodPrefault<z.ZodObject<ShapeOf<G, Own>, z.core.$strict>>
    : F extends { optional: true }
      ? z.ZodOptional<z.ZodNullable<z.ZodType<NonNullable<Value>>>>
      : F extends { default: unknown }
        ? z.ZodDefault<z.ZodType<Value>>
        : z.ZodType<Value>;

type ShapeOf<T, Own> = {
  -readonly [K in keyof T]: SchemaOf<
    T[K],
    K extends keyof Values<T> ? Values<T>[K] : never,
    K extends keyof Own ? Own[K] : unknown
  >;
};

/** Schema of a whole thing: fields left out get their defaults. */
export function schemaOf<const T extends FieldTable, const Own extends OwnSchemas<T>>(table: T, own: Own) {
  return z.strictObject(shapeOf(table, own)) as unknown as z.ZodObject<ShapeOf<T, Own>, z.core.$strict>;
}

function shapeOf(table: FieldTable, own: object): Record<string, z.ZodType> {
  const entries = Object.entries(table).map(([name, field]): [string, z.ZodType] => {
    const given = (own as Readonly<Record<string, z.ZodType | object>>)[name];
    if (field.kind === "own") return [name, given as z.ZodType];
    if (field.kind === "group")
      return [name, z.strictObject(shapeOf(field.fields, given ?? {})).prefault({})];
    return [name, withDefault(bareSchema(field), field)];
  });
  return Object.fromEntries(entries);
}

type Plain = Exclude<Field, { kind: "own" | "group" }>;

function withDefault(bare: z.ZodType, field: Plain): z.ZodType {
  if ("optional" in field && field.optional) return bare.nullish();
  const { default: usual } = field;
  if (usual === undefined) return bare;
  if (usual === null) return bare.nullable().default(null);
  return bare.default(() => structuredClone(usual));
}

/** Schema of a setting that is given. */
function bareSchema(field: Plain): z.ZodType {
  switch (field.kind) {
    case "text":
      return textSchema(field);
    case "code":
      return codeSchema(field);
    case "number":
      return numberSchema(field);
    case "choice":
      return z.enum(Object.keys(field.options));
    case "flag":
      return z.boolean();
    case "list":
      return z.array(field.of.kind === "text" ? textSchema(field.of) : codeSchema(field.of)).max(field.most);
  }
}

function textSchema({ least, most, isName, isLowerCase }: WithoutLabel<TextField>): z.ZodType {
  let text = z.string().trim();
  if (isLowerCase) text = text.toLowerCase();
  text = text.max(most);
  if (isName) text = text.overwrite(oneName);
  return least === undefined ? text : text.min(least);
}

export function codeSchema({ least, most, must, mustNot }: WithoutLabel<CodeField>): z.ZodString {
  let code = z.string();
  if (least !== undefined) code = code.min(least);
  if (most !== undefined) code = code.max(most);
  if (must) code = code.regex(must.is, must.otherwise);
  return mustNot ? code.refine((text) => !mustNot.is.test(text), mustNot.otherwise) : code;
}

function numberSchema({ isWhole, least, most }: NumberField): z.ZodType {
  const number = isWhole ? z.number().int() : z.number();
  return number.min(least).max(most);
}
