import { afterAll, beforeAll, expect, test } from "vitest";
import type { ModelMessage } from "../../../src/agent/ports/model.ts";
import { Load } from "../../../src/platform/load.ts";
import { createMemoryAccountStore } from "../../../src/providers/accounts.ts";
import { createModels } from "../../../src/providers/create-models.ts";
import { systemClock } from "../../../src/providers/system-clock.ts";
import { CUT, stream } from "../../support/model-wire/reply.ts";
import { start } from "../../support/model-wire/scripted-openai.ts";
import type { WireServer } from "../../support/model-wire/wire-server.ts";
import { catalog, hear } from "./wires.ts";

/** The server that other tests and benches lean on does what its directive says. */
let server: WireServer;
beforeAll(async () => {
  server = await start(0, { scripts: { cut: () => stream([], CUT) }, toolName: "second" });
});
afterAll(() => server.close());

const TOOLS = ["first", "second"].map((name) => ({ name, description: name, input: { type: "object" } }));

function say(text: string, ...then: ModelMessage[]) {
  const models = createModels({
    load: new Load(),
    catalog,
    setting: (name) => (name === "OPENAI_BASE_URL" ? `${server.url}/v1` : undefined),
    accounts: createMemoryAccountStore(),
    clock: systemClock,
    random: () => 0,
    createCallId: () => "made",
    fetch,
    limits: { max_attempts: 1 },
  });
  const messages: ModelMessage[] = [{ role: "user", content: [{ type: "text", text }] }, ...then];
  return hear({ models, model: "openai/mock" }, { messages, tools: TOOLS });
}

test("so many pieces, with their count as usage", async () => {
  const heard = await say("hello [[k=3 first=5 gap=1]]");
  expect(heard.text).toBe("tok0 tok1 tok2 ");
  expect(heard.terminal).toMatchObject({ type: "finish", usage: { input_tokens: 10, output_tokens: 3 } });
});

test("twenty pieces without a directive", async () => {
  expect((await say("hello")).text).toMatch(/^tok0 .*tok19 $/);
});

test("so many rounds of a tool, then the text", async () => {
  const first = await say("go [[k=1 tool=1]]");
  expect(first.calls).toMatchObject([{ name: "second", input: { ok: true, value: { q: "x" } } }]);
  const call_id = first.calls[0]?.call_id ?? "";
  const then = await say(
    "go [[k=1 tool=1]]",
    { role: "assistant", content: [{ type: "tool_call", call_id, name: "second", input: {} }] },
    {
      role: "tool",
      content: [{ type: "tool_result", call_id, name: "second", content: "done", is_error: false }],
    },
  );
  expect(then.calls).toEqual([]);
  expect(then.text).toBe("tok0 ");
});

test("a script of the test's own", async () => {
  expect((await say("go [[script=cut]]")).terminal).toMatchObject({
    type: "failed",
    failure: { kind: "cut" },
  });
});
