/** Asks of programs that go on as tasks, in the protocol of 2026-07-28. */
import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const AGENT = "mcp-worker";
const worker = (exports as unknown as { default: Fetcher }).default;
const ADMIN = { authorization: "Bearer test-admin-token-0123456789" };
const OF_PROTOCOL = "io.modelcontextprotocol/";
const TASKS = { [`${OF_PROTOCOL}tasks`]: {} };

interface Task {
  taskId: string;
  resultType: string;
  status: string;
  statusMessage?: string;
  ttlMs: number | null;
  result?: { structuredContent?: { answer: string; status: string } };
  inputRequests?: Record<string, { method: string; params: { mode: string; message: string; url?: string } }>;
}

interface Rpc {
  result: Task;
  error?: { code: number; message: string };
}

interface Sender {
  abilities?: object;
  headers?: Record<string, string>;
}

async function send(method: string, params: Record<string, unknown>, { abilities, headers }: Sender = {}) {
  const _meta = {
    [`${OF_PROTOCOL}protocolVersion`]: "2026-07-28",
    [`${OF_PROTOCOL}clientInfo`]: { name: "somebody's editor", version: "1" },
    [`${OF_PROTOCOL}clientCapabilities`]: abilities ?? { extensions: TASKS },
  };
  const answer = await worker.fetch("http://nightjar.test/mcp", {
    method: "POST",
    headers: {
      ...(headers ?? ADMIN),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      "mcp-name": String(params["taskId"] ?? params["name"]),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  });
  return (await answer.json()) as Rpc;
}

const ask = (script: string, sender?: Sender) =>
  send("tools/call", { name: "ask", arguments: { to: AGENT, message: script } }, sender);
const get = async (taskId: string, sender?: Sender) => (await send("tasks/get", { taskId }, sender)).result;

/** The task, once it is in the state. */
async function reached(taskId: string, status: string, sender?: Sender): Promise<Task> {
  let task = await get(taskId, sender);
  await expect
    .poll(async () => {
      task = await get(taskId, sender);
      return task.status;
    })
    .toBe(status);
  return task;
}

beforeAll(() =>
  callApi("POST", "/agents", {
    ...{ slug: AGENT, name: "Worker", instructions: "Answer.", models: ["openai/told"], audience: "people" },
  }),
);

test("an ask of a client that knows tasks is answered at once by a task, which has the answer in the end", async () => {
  const { result: task } = await ask(tell({ text: ["It is done."] }));
  expect(task).toMatchObject({ resultType: "task", status: "working", ttlMs: null });
  expect((await reached(task.taskId, "completed")).result?.structuredContent).toMatchObject({
    answer: "It is done.",
    status: "answered",
  });
});

test("a question of the agent is asked as a form, and its answer goes on with the task as words from outside", async () => {
  const abilities = { extensions: TASKS, elicitation: { form: {} } };
  const question = call("call_tea", "ask_user", { question: "Tea or coffee?" });
  const { result } = await ask(tell({ calls: [question] }, { text: ["Tea it is."] }), { abilities });
  const waiting = await reached(result.taskId, "input_required", { abilities });
  const [[key, form] = ["", undefined]] = Object.entries(waiting.inputRequests ?? {});
  expect(form).toMatchObject({ method: "elicitation/create", params: { message: "Tea or coffee?" } });
  const inputResponses = { [key]: { action: "accept", content: { answer: "Tea" } } };
  await send("tasks/update", { taskId: result.taskId, inputResponses }, { abilities });
  const done = await reached(result.taskId, "completed", { abilities });
  expect(done.result?.structuredContent?.answer).toBe("Tea it is.");
});

test("an approval is asked on the page where the person answers, and by no form", async () => {
  const abilities = { extensions: TASKS, elicitation: { form: {}, url: {} } };
  const reach = call("call_out", "web_fetch", { url: "https://example.com/?q=secret" });
  const { result } = await ask(tell({ calls: [reach] }, { text: ["Done."] }), { abilities });
  const { inputRequests } = await reached(result.taskId, "input_required", { abilities });
  expect(Object.values(inputRequests ?? {})).toMatchObject([
    { params: { mode: "url", url: expect.stringContaining("/c/cnv_") } },
  ]);
  const told = await get(result.taskId);
  expect([told.status, told.statusMessage]).toEqual(["working", expect.stringContaining("/c/cnv_")]);
});

test("a task that is cancelled stops its turn", async () => {
  const abilities = { extensions: TASKS, elicitation: {} };
  const question = call("call_q", "ask_user", { question: "Go on?" });
  const { result } = await ask(tell({ calls: [question] }, { text: ["On."] }), { abilities });
  await reached(result.taskId, "input_required", { abilities });
  expect((await send("tasks/cancel", { taskId: result.taskId })).error).toBeUndefined();
  await reached(result.taskId, "cancelled", { abilities });
  expect((await send("tasks/cancel", { taskId: result.taskId })).error).toBeUndefined();
});

test("a task is its person's alone, and a client that knows no tasks has none", async () => {
  const { result } = await ask(tell({ text: ["Mine."] }));
  const { cookie } = await somebody("member");
  const foreign = await send("tasks/get", { taskId: result.taskId }, { headers: { cookie } });
  expect(foreign.error).toMatchObject({ code: -32602, message: expect.stringContaining("not yours") });
  expect((await send("tasks/get", { taskId: "task_unknown" })).error?.code).toBe(-32602);
  const plain = { abilities: {} };
  expect((await send("tasks/get", { taskId: result.taskId }, plain)).error?.code).toBe(-32021);
  expect((await ask(tell({ text: ["At once."] }), plain)).result).toMatchObject({
    resultType: "complete",
    structuredContent: { answer: "At once." },
  });
});
