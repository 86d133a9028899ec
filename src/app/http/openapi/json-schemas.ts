/** Zod schemas of the table as JSON schemas: a named shape stands once, among the components. */
import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

export interface JsonSchemas {
  /** The schema of an input. */
  taken(schema: z.ZodType): JsonSchema;
  /** The schema of an output. */
  answered(schema: z.ZodType): JsonSchema;
  /** All named shapes so far. */
  components(): Record<string, JsonSchema>;
}

export function collectSchemas(): JsonSchemas {
  const components = new Map<string, JsonSchema>();
  const collect = (io: "input" | "output", suffix: string) => (schema: z.ZodType) => {
    const {
      $schema: _draft,
      $defs,
      ...own
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ jsonSchema }) => simplify(jsonSchema),
    });
    const renamed = (value: unknown) => renameReferences(value, suffix) as JsonSchema;
    for (const [name, { id: _id, ...shape }] of Object.entries($defs ?? {})) {
      const before = components.get(`${name}${suffix}`);
      if (before && JSON.stringify(before) !== JSON.stringify(renamed(shape)))
        throw new Error(`two shapes of the API are called ${name}`);
      components.set(`${name}${suffix}`, renamed(shape));
    }
    return renamed(own);
  };
  return {
    taken: collect("input", "Input"),
    answered: collect("output", ""),
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Says plainly what generators of clients stumble over, and nothing twice. */
function simplify(schema: JsonSchema): void {
  // The format says it already.
  if (schema["format"] === "date-time") delete schema["pattern"];
  // Generators may type a list or object default more loosely than its schema, which then refuses it.
  if (typeof schema["default"] === "object") delete schema["default"];
  const { prefixItems, items } = schema;
  // A list whose first items differ from the rest: any of them, anywhere.
  if (!Array.isArray(prefixItems) || typeof items !== "object") return;
  delete schema["prefixItems"];
  schema["items"] = { anyOf: [...prefixItems, items] };
}

const COMPONENTS = "#/components/schemas/";

function renameReferences(value: unknown, suffix: string): unknown {
  if (Array.isArray(value)) return value.map((each) => renameReferences(each, suffix));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === "$ref" && typeof inner === "string"
        ? [key, `${inner.replace("#/$defs/", COMPONENTS)}${suffix}`]
        : [key, renameReferences(inner, suffix)],
    ),
  );
}
