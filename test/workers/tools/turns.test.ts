import { describe, expect, test } from "vitest";
import { soon } from "../../support/soon.ts";
import { api, resultsOf, toCall, turn, waitingCall } from "./api.ts";

test("a program runs in a turn, and reads and writes the workspace", async () => {
  await api("PUT", "/workspace/data.csv", "a,1\nb,2\n");
  const code = `const rows = (await ctx.readFile("data.csv")).trim().split("\\n").map((row) => row.split(","));
    const sum = rows.reduce((total, [, n]) => total + Number(n), 0);
    await ctx.writeFile("sum.txt", String(sum)); console.log("rows", rows.length); sum`;
  const { results } = await turn([toCall("run_code", { code })]);
  expect(results).toMatchObject([
    { name: "run_code", content: "Printed:\nrows 2\n\nResult:\n3", is_error: false },
  ]);
  expect((await api("GET", "/workspace/sum.txt")).text).toBe("3");
});

test("Lua runs too, and an endless loop ends", async () => {
  const lua = { language: "lua", code: "return 6 * 7" };
  const { results } = await turn([toCall("run_code", lua), toCall("run_code", { code: "for (;;);" })]);
  expect(results[0]).toMatchObject({ content: "Result:\n42" });
  expect(results[1]).toMatchObject({ is_error: true, content: expect.stringContaining("endless loop") });
});

test("a skill is in the prompt's index and can be loaded with its files", async () => {
  const { results } = await turn([
    toCall("load_skill", { name: "data-analysis" }),
    toCall("load_skill", { name: "data-analysis", file: "recipes.md" }),
  ]);
  expect(results[0]?.content).toContain("Never compute over data in your head");
  expect(results[1]?.content).toContain("parseCsv");
});

test("an address of this machine is not fetched", async () => {
  const { results } = await turn([toCall("web_fetch", { url: "http://127.0.0.1/" })]);
  expect(results[0]?.content).toContain("not a public address");
});

test("a message reaches another conversation, and one that is not there is an error", async () => {
  const other = await turn([]);
  const { results } = await turn([
    toCall("message", { to: other.conversation_id, text: "Tea is ready." }),
    toCall("message", { to: "cnv_0000000000nowhere", text: "lost" }),
    toCall("react", { emoji: "👍" }),
  ]);
  expect(results.map(({ content }) => content)).toEqual([
    expect.stringMatching(/^Sent to the web app/),
    expect.stringMatching(/^There is no conversation cnv_0000000000nowhere .* Places to send to: web/),
    "HTTP doesn't show reactions.",
  ]);
  const { items } = (await api("GET", `/conversations/${other.conversation_id}/messages`)).json;
  expect(items.at(-1)).toMatchObject({
    role: "assistant",
    agent: "nightjar",
    parts: [{ type: "text", text: "Tea is ready." }],
  });
});

describe("a schedule after reading a file", () => {
  const read = () => toCall("read", { path: "mail.txt" });
  const remind = () => toCall("schedule_message", { text: "tea", in_seconds: 3600 });

  test("waits for the person, and runs once when it is allowed", async () => {
    await api("PUT", "/workspace/mail.txt", "words from outside");
    const parked = await turn([read(), remind()]);
    const id = parked.conversation_id;
    await api("POST", `/conversations/${id}/approvals`, {
      call_id: await waitingCall(id),
      decision: "allow_once",
    });
    await soon(async () => expect((await resultsOf(id)).at(-1)?.content).toMatch(/^Scheduled/));
    const { results } = await turn([toCall("list_scheduled", {})], id);
    expect(results.at(-1)?.content.split("\n")).toHaveLength(1);
  });

  test("is not made when it is refused, and the model is told why", async () => {
    await api("PUT", "/workspace/mail.txt", "words from outside");
    const { conversation_id: id } = await turn([read(), remind()]);
    const refusal = { decision: "deny", reason: "I drink coffee" };
    await api("POST", `/conversations/${id}/approvals`, { call_id: await waitingCall(id), ...refusal });
    const told = /did not allow this call\..*Their reason: I drink coffee/;
    await soon(async () => expect((await resultsOf(id)).at(-1)?.content).toMatch(told));
    const { results } = await turn([toCall("list_scheduled", {})], id);
    expect(results.at(-1)?.content).toBe("Nothing is scheduled.");
  });
});

describe("a message with files", () => {
  const upload = async (name: string, type: string, text: string) => {
    const form = new FormData();
    form.set("file", new File([text], name, { type }));
    return (await api("POST", "/files", form)).json.file_id as string;
  };

  test("holds what they are, and a text file reaches the model", async () => {
    const file_id = await upload("list.txt", "text/plain", "milk, eggs");
    const sent = { message: "What is on the list?", model: "openai/told", files: [{ file_id }] };
    const { json } = await api("POST", "/chat", sent);
    const { items } = (await api("GET", `/conversations/${json.conversation_id}/messages`)).json;
    expect(items[0].parts[1]).toEqual({
      type: "file",
      file_id,
      media_type: "text/plain",
      name: "list.txt",
      size: 10,
      url: `/api/v1/files/${file_id}`,
    });
  });

  test("that are not there is refused with a reason", async () => {
    const sent = { message: "Look", model: "openai/told", files: [{ file_id: "fil_00000000000000000000" }] };
    const { status, json } = await api("POST", "/chat", sent);
    expect(status).toBe(400);
    expect(json.reason).toContain("Upload it first");
  });
});
