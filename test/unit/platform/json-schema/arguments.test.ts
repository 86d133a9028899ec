/** Arguments that are nearly right, and schemas that providers refuse. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { fitArguments } from "../../../../src/platform/json-schema/fit-arguments.ts";
import { schemaForModels } from "../../../../src/platform/json-schema/for-models.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";

function wild<Case>(name: string): Case {
  const file = new URL(`../../../fixtures/wild/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

interface McpNull {
  tool: { inputSchema: Record<string, unknown> };
  model_calls_with: unknown;
  expect: { server_receives: unknown };
}

test("null for an optional key is left out, unless the schema takes it", () => {
  const { tool, model_calls_with, expect: wanted } = wild<McpNull>("mcp-null-for-optional");
  expect(fitArguments(tool.inputSchema, model_calls_with)).toEqual(wanted.server_receives);
});

const schema = z.object({
  path: z.string(),
  lines: z.int().optional(),
  deep: z.object({ on: z.boolean().optional() }).optional(),
  tags: z.array(z.string()).optional(),
});
const tool = defineTool({
  name: "read",
  description: "",
  schema,
  effect: "read",
  reach: "inside",
  run: () => trustedResult(""),
});

test.each([
  [{ path: "a", lines: null, deep: null, tags: null }, { path: "a" }],
  [
    { path: "a", deep: { on: null } },
    { path: "a", deep: {} },
  ],
  [
    { path: "a", lines: "12" },
    { path: "a", lines: 12 },
  ],
  [
    { path: "a", deep: '{"on":"True"}' },
    { path: "a", deep: { on: true } },
  ],
  [
    { path: "a", tags: '["x","y"]' },
    { path: "a", tags: ["x", "y"] },
  ],
  [
    { path: "a", tags: "x" },
    { path: "a", tags: ["x"] },
  ],
  [{ path: 7 }, { path: "7" }],
  ['{"path":"a"}', { path: "a" }],
])("%j means %j", (given, meant) => {
  expect(tool.input.parse(given)).toEqual({ ok: true, value: meant });
});

test.each([[{ path: null }], [{ path: "a", lines: "many" }], [{ path: "a", lines: 1.5 }], [{}]])(
  "%j means nothing, and is answered with its problem",
  (given) => {
    expect(tool.input.parse(given)).toMatchObject({ ok: false });
  },
);

interface Odata {
  mcp_tool: { inputSchema: Record<string, unknown> };
  expect: { sent_keys_match: string };
}

test("keys that a provider refuses are mapped one to one, and back in a call", () => {
  const { mcp_tool, expect: wanted } = wild<Odata>("tool-keys-anthropic-refuses");
  const { json, original } = schemaForModels(mcp_tool.inputSchema);
  const keys = Object.keys(json["properties"] as object);
  expect(keys.filter((key) => !new RegExp(wanted.sent_keys_match).test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(4);
  const [top = ""] = keys;
  expect(json["required"]).toEqual([top]);
  const sent = Object.fromEntries(keys.map((key) => [key, key]));
  expect(Object.keys(original(sent) as object)).toEqual(
    Object.keys(mcp_tool.inputSchema["properties"] as object),
  );
});

test("keys are mapped in depth, and one that would collide gets its own", () => {
  const { json, original } = schemaForModels({
    type: "object",
    properties: {
      a_b: {},
      "a b": { type: "array", items: { type: "object", properties: { ä: { type: "string" } } } },
    },
  });
  const [, mapped = ""] = Object.keys(json["properties"] as object);
  expect(mapped).not.toBe("a_b");
  expect(original({ a_b: 1, [mapped]: [{ _: "x" }] })).toEqual({ a_b: 1, "a b": [{ ä: "x" }] });
});

test("a list without items gets them, and a choice at the root becomes one object", () => {
  const { json } = schemaForModels({
    $schema: "http://json-schema.org/draft-07/schema#",
    oneOf: [
      { properties: { pages: { type: "array" }, name: { type: "str" } }, required: ["name", "gone"] },
      {
        type: "object",
        properties: { name: { type: ["string", "null"] }, count: { type: "int" } },
        required: ["name"],
      },
    ],
  });
  expect(json).toEqual({
    type: "object",
    properties: {
      pages: { type: "array", items: {} },
      name: { type: ["string", "null"] },
      count: { type: "integer" },
    },
    required: ["name"],
  });
});

test.each([[{}], [{ type: "object" }], [{ type: "null" }], [{ type: ["object", "null"], properties: null }]])(
  "%j becomes an object without keys",
  (given) => {
    expect(schemaForModels(given).json).toMatchObject({ type: "object", properties: {} });
  },
);
