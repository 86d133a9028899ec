/** Programs that are nearly right, as reports describe them, beside our server of the Model Context Protocol. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { answerOf, inWords, requestOf, withoutNulls } from "../../../../src/app/mcp-server/generous.ts";

const wild = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/wild/${name}.json`, import.meta.url), "utf8"));

function asked(accept: string | undefined, body: unknown = { id: 2 }) {
  const headers = accept === undefined ? {} : { accept };
  return requestOf(new Request("http://nightjar.test/mcp", { method: "POST", headers }), body);
}

const STREAM =
  'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\nevent: message\ndata: {"jsonrpc":"2.0","id":2,"result":{}}\n\n';
const stream = () => new Response(STREAM, { headers: { "content-type": "text/event-stream" } });

describe("what a client accepts", () => {
  const { accept } = wild("mcp-server-accept") as { accept: string[] };

  test.each(accept.map((each) => (each.startsWith("(") ? undefined : each)))("%s gets JSON", async (each) => {
    const given = asked(each);
    expect(given.request.headers.get("accept")).toBe("application/json, text/event-stream");
    const answer = await answerOf(stream(), given);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
  });

  test("a stream alone gets one", async () => {
    const answer = await answerOf(stream(), asked("text/event-stream"));
    expect(await answer.text()).toBe(STREAM);
  });
});

describe("nulls", () => {
  const { messages } = wild("mcp-server-nulls") as { messages: object[] };

  test.each(messages)("%j is as if they were not there", (message) => {
    expect(JSON.stringify(withoutNulls({ jsonrpc: "2.0", id: 1, ...message }))).not.toContain("null");
  });

  test("an id of null stays", () => {
    expect(withoutNulls({ id: null, params: { a: [1, null], b: null } })).toEqual({
      id: null,
      params: { a: [1, null] },
    });
  });
});

describe("errors", () => {
  const error = (code: number, message: string, data?: object) => ({
    jsonrpc: "2.0",
    id: 1,
    error: { code, message, data },
  });

  test("a validator's list becomes a sentence", () => {
    const list = JSON.stringify([
      { code: "invalid_type", path: ["params", "name"], message: "expected string" },
    ]);
    expect(inWords(error(-32603, list), { isModern: false })).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32602, message: "Invalid parameters. params.name: expected string." },
    });
  });

  test("a missing resource has the code of the client's version", () => {
    const missing = error(-32602, "There is no file.", { uri: "nightjar://workspace/a" });
    expect(inWords(missing, { isModern: false })).toMatchObject({ error: { code: -32002 } });
    expect(inWords(missing, { isModern: true })).toMatchObject({ error: { code: -32602 } });
  });
});
