import { expect, test } from "vitest";
import { argumentsOf, sinksOfTool } from "../../../src/tools/mcp/sinks.ts";

const text = { type: "string" };
const tool = {
  name: "file_ticket",
  input: {
    type: "object",
    properties: {
      queue: text,
      body: text,
      level: { type: "string", enum: ["low", "high"] },
      watchers: { type: "array", items: { type: "object", properties: { email: text } } },
    },
  },
};
const input = { queue: "billing", body: "Hello", level: "low", watchers: [{ email: "ann@corp.example" }] };

const sinks = (corrected = {}) =>
  sinksOfTool(tool, input, corrected)
    .filter(({ kind }) => kind !== "act")
    .map(({ path, kind }) => [path, kind]);

test("arguments are shown with what they count as", () => {
  expect(argumentsOf(tool)).toEqual([
    { path: "queue", kind: "plain" },
    { path: "body", kind: "plain" },
    { path: "watchers.email", kind: "destination" },
  ]);
});

test("arguments of a tool of which none names what it reaches count as what is changed, but for texts", () => {
  const properties = { queue: text, body: text, sum: { type: "number" } };
  expect(argumentsOf({ input: { type: "object", properties } })).toEqual([
    { path: "queue", kind: "selector" },
    { path: "body", kind: "plain" },
    { path: "sum", kind: "amount" },
  ]);
});

test("a correction decides, wherever the argument stands in a list", () => {
  expect(sinks()).toEqual([["watchers[0].email", "destination"]]);
  expect(sinks({ queue: "destination", "watchers.email": "plain" })).toEqual([["queue", "destination"]]);
  expect(sinks({ body: "secret" })).toEqual([
    ["body", "secret"],
    ["watchers[0].email", "destination"],
  ]);
});
