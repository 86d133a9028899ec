/** JSON Schema, as far as arguments of tools are described by it. */

export type Schema = { readonly [key: string]: unknown };

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Schemas that hold beside each other. */
export function variantsOf(schema: Schema): Schema[] {
  return ["anyOf", "oneOf", "allOf"].flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list) ? list.filter(isSchema) : [];
  });
}

export function propertiesOf(schema: Schema): Schema {
  return isSchema(schema["properties"]) ? schema["properties"] : {};
}

export function requiredOf(schema: Schema): string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((key) => typeof key === "string") : [];
}

/** The schema that `$ref` names within `root`; the schema itself when it names none. */
export function schemaAt(schema: Schema, root: Schema): Schema {
  const ref = schema["$ref"];
  if (typeof ref !== "string" || !ref.startsWith("#")) return schema;
  const found = ref
    .slice(1)
    .split("/")
    .filter((step) => step !== "")
    .reduce<unknown>((at, step) => (isSchema(at) ? at[unescaped(step)] : undefined), root);
  return isSchema(found) && found !== schema ? found : {};
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
