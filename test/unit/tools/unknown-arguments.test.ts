import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool, trustedResult } from "../../../src/tools/define-tool.ts";

const Limits = z.object({ steps: z.number().optional() });
const spawn = defineTool({
  name: "spawn",
  description: "",
  schema: z.object({ task: z.string(), limits: Limits.optional(), tools: z.array(Limits).default([]) }),
  effect: "read",
  reach: "inside",
  run: () => trustedResult("done"),
});

test.each([
  [{ task: "x" }, undefined],
  [{ task: "x", model: null, note: "" }, undefined],
  [
    { task: "x", model: "openai/mock-2" },
    "model: there is no such argument. There are: task, limits, tools.",
  ],
  [{ task: "x", limits: { hours: 3 } }, "limits.hours: there is no such argument"],
  [{ task: "x", tools: [{ name: "read" }] }, "tools.name: there is no such argument"],
])("unknown arguments of %j are refused, unless they say nothing", (input, problem) => {
  const parsed = spawn.input.parse(input);
  expect(parsed.ok ? undefined : parsed.problem).toEqual(problem && expect.stringContaining(problem));
});
