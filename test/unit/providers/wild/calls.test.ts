/** Calls as models of all kinds write them: in the older form, in their chat template's, after an empty object. */
import { expect, test } from "vitest";
import { answerOf, inTurn, type Step, wildServer } from "./stage.ts";

const WEATHER = {
  name: "weather",
  description: "",
  input: { type: "object" as const, properties: { city: { type: "string" as const } } },
};
const CITY = '{"city":"Graz"}';

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const answering = (delta: object): Step => ({
  status: 200,
  headers: { "content-type": "text/event-stream" },
  chunks: [chunk(delta), chunk({}, "stop"), "data: [DONE]\n\n"],
});
const native = (name: string, args: string) => ({
  tool_calls: [{ index: 0, id: "c1", type: "function", function: { name, arguments: args } }],
});

test.each([
  ["the older form of one call", { function_call: { name: "weather", arguments: CITY } }],
  ["a name with the template's namespace", native("functions.weather", CITY)],
  ["an empty object before the arguments", native("weather", `{}${CITY}`)],
  [
    "the template's own words",
    {
      content: `<|start|>assistant<|channel|>commentary to=functions.weather <|constrain|>json<|message|>${CITY}<|call|>`,
    },
  ],
])("%s is the call that is meant", async (_what, delta) => {
  const server = wildServer(inTurn([answering(delta)]));
  const { reply, calls } = answerOf(await server.ask({ tools: [WEATHER] }));
  expect(calls).toMatchObject([{ name: "weather", input: { ok: true, value: { city: "Graz" } } }]);
  expect(reply).toBe("");
  expect(server.bodies).toHaveLength(1);
});
