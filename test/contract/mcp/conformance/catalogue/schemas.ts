/** Tools of the suite whose arguments have a schema that is looked at, key by key or as headers. */
import { fromJsonSchema, type McpServer } from "@modelcontextprotocol/server";

const DRAFT = "https://json-schema.org/draft/2020-12/schema";
const words = { type: "string" } as const;

/** The words of the whole vocabulary that have to come through unchanged. */
const WHOLE = {
  $schema: DRAFT,
  type: "object",
  $defs: { address: { $anchor: "addressDef", type: "object", properties: { street: words, city: words } } },
  properties: {
    name: words,
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: words,
    email: words,
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: it is a word of the schema's vocabulary.
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
} as const;

const MIRRORED = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" }, query: words },
} as const;

export function offerSchemas(server: McpServer): void {
  const done = () => ({ content: [{ type: "text" as const, text: "Taken." }] });
  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "Has a schema of many words.", inputSchema: fromJsonSchema(WHOLE) },
    done,
  );
  server.registerTool(
    "test_custom_headers",
    { description: "Has an argument that is a header too.", inputSchema: fromJsonSchema(MIRRORED) },
    done,
  );
}
