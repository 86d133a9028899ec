/** Ids of calls, as models of all kinds give them. */
import { expect, test } from "vitest";
import { withOwnCallIds } from "../../../../src/agent/loop/call-ids.ts";
import type { AssistantBlock, ModelMessage } from "../../../../src/agent/ports/model.ts";
import type { Reply } from "../../../../src/agent/turn.ts";
import { answerOf, inTurn, wild, wildServer } from "./stage.ts";

async function sentBack(name: string, model: string) {
  const server = wildServer(inTurn(wild(name).steps));
  const { calls } = answerOf(await server.ask());
  const blocks = calls.map(
    ({ call_id, name }): AssistantBlock => ({ type: "tool_call", call_id, name, input: {}, model }),
  );
  const messages: ModelMessage[] = [
    { role: "user", content: [{ type: "text", text: "Count" }] },
    { role: "assistant", content: blocks },
    {
      role: "tool",
      content: calls.map(({ call_id, name }, index) => ({
        type: "tool_result",
        call_id,
        name,
        content: `result ${index}`,
        is_error: false,
      })),
    },
  ];
  await server.ask({ messages });
  const sent = server.bodies[1]?.messages ?? [];
  const made = sent[1]?.["tool_calls"] as { id: string }[];
  return {
    ids: made.map(({ id }) => id),
    results: sent.slice(2).map((message) => [message["tool_call_id"], message["content"]]),
  };
}

test("a model gets its own ids back as it gave them", async () => {
  const { ids, results } = await sentBack("ids-named-and-numbered", "acme/one");
  expect(ids).toEqual(["functions.calculate:0"]);
  expect(results).toEqual([["functions.calculate:0", "result 0"]]);
});

test("for another model they are mapped one to one", async () => {
  const { ids, results } = await sentBack("ids-alike-in-one-answer", "acme/other");
  expect(new Set(ids).size).toBe(2);
  expect(ids.every((id) => /^[A-Za-z0-9_-]{1,40}$/.test(id))).toBe(true);
  expect(results).toEqual(ids.map((id, index) => [id, `result ${index}`]));
});

test("two ids that differ in a sign stay two", async () => {
  expect((await sentBack("ids-alike-in-one-answer", "acme/one")).ids).toEqual(["call:1", "call.1"]);
});

test("a counted id that comes again is counted on", () => {
  const call = (call_id: string) => ({ type: "tool_call" as const, call_id, name: "calculate", input: {} });
  const before: ModelMessage[] = [
    { role: "assistant", content: [call("functions.calculate:0"), call("call_1")] },
  ];
  const reply = {
    blocks: [call("functions.calculate:0"), call("call_1")],
    calls: [{ call_id: "functions.calculate:0" }, { call_id: "call_1" }],
  } as unknown as Reply;
  const own = withOwnCallIds(reply, before, () => []);
  expect(own.calls.map(({ call_id }) => call_id)).toEqual(["functions.calculate:1", "call_1_2"]);
});
