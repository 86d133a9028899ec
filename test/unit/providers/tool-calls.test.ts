import { expect, it } from "vitest";
import { createCallCollector } from "../../../src/providers/openai/tool-calls.ts";

function collected(...deltas: Parameters<ReturnType<typeof createCallCollector>["add"]>[0]) {
  let made = 0;
  const collector = createCallCollector(() => `made_${++made}`);
  for (const delta of deltas) collector.add([delta]);
  return collector.calls().map(({ call_id, name, pieces }) => [call_id, name, pieces.join("")]);
}

it("a server that numbers no call repeats its id, and it stays one call", () => {
  const begun = { id: "a", function: { name: "look", arguments: '{"q":' } };
  expect(collected(begun, { id: "a", function: { arguments: "1}" } })).toEqual([["a", "look", '{"q":1}']]);
});

it("calls without number and id are told apart by their names, and what follows belongs to the last", () => {
  const call = (name: string) => ({ function: { name, arguments: "{" } });
  const rest = { function: { arguments: "}" } };
  expect(collected(call("look"), rest, call("look"), rest)).toEqual([
    ["made_1", "look", "{}"],
    ["made_2", "look", "{}"],
  ]);
});
