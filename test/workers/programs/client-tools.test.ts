/** Programs that bring tools of their own: the agent calls them, the program runs them, and the turn goes on. */
import { exports } from "cloudflare:workers";
import OpenAI from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const TOKEN = "test-admin-token-0123456789";
const AGENT = "coder";
const worker = (exports as unknown as { default: Fetcher }).default;

type Said = OpenAI.ChatCompletionMessageParam;
type Tools = OpenAI.ChatCompletionTool[];
const user = (content: string): Said => ({ role: "user", content });
const result = (id: string, content: string): Said => ({ role: "tool", tool_call_id: id, content });

const TOOLS: Tools = ["read_file", "run"].map((name) => ({
  type: "function",
  function: {
    name,
    description: "Does it.",
    parameters: { type: "object", properties: { path: { type: "string" } } },
  },
}));

const openai = new OpenAI({
  apiKey: TOKEN,
  baseURL: "http://nightjar.test/v1",
  fetch: ((url: unknown, init?: unknown) => worker.fetch(url as string, init as RequestInit)) as typeof fetch,
  maxRetries: 0,
  dangerouslyAllowBrowser: true,
});

async function ask(messages: Said[], more: object = {}) {
  const asked = { model: AGENT, messages, tools: TOOLS, ...more };
  const { data, response } = await openai.chat.completions.create(asked).withResponse();
  const [choice] = data.choices;
  if (!choice) throw new Error("no choice");
  const calls = (choice.message.tool_calls ?? []).flatMap((each) => (each.type === "function" ? [each] : []));
  const conversation = response.headers.get("x-conversation-id") ?? "";
  return {
    choice,
    calls,
    message: choice.message as Said,
    reply: choice.message.content,
    conversation,
    usage: data.usage,
  };
}

async function streamed(messages: Said[]) {
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  const asked = { model: AGENT, messages, tools: TOOLS, stream_options: { include_usage: true } };
  for await (const chunk of await openai.chat.completions.create({ ...asked, stream: true }))
    chunks.push(chunk);
  const choices = chunks.flatMap(({ choices }) => choices);
  return {
    text: choices.map(({ delta }) => delta.content ?? "").join(""),
    calls: choices.flatMap(({ delta }) => delta.tool_calls ?? []),
    finish: choices.at(-1)?.finish_reason,
    tokens: chunks.at(-1)?.usage?.completion_tokens,
  };
}

async function messagesIn(id: string) {
  type Items = { items: { role: string; status: string; parts: { type: string; text?: string }[] }[] };
  return (await callApi<Items>("GET", `/conversations/${id}/messages`)).items;
}

const READS = { text: ["Let me look."], calls: [call("c1", "read_file", { path: "a.txt" })] };

beforeAll(() =>
  callApi("POST", "/agents", {
    slug: AGENT,
    name: "Coder",
    instructions: "Write code.",
    models: ["openai/told"],
    audience: "people",
  }),
);

describe("a call of a program's tool", () => {
  test("ends the answer, and its result goes on with the same turn", async () => {
    const said = user(
      tell(
        { ...READS, usage: { input: 40, output: 5 } },
        { text: ["It says hi."], usage: { input: 50, output: 4 } },
      ),
    );
    const first = await ask([said]);
    expect(first.choice.finish_reason).toBe("tool_calls");
    expect(first.reply).toBe("Let me look.");
    expect(first.calls[0]?.function).toEqual({ name: "read_file", arguments: '{"path":"a.txt"}' });
    expect(first.usage?.completion_tokens).toBe(5);
    const history = [said, first.message, result(first.calls[0]?.id ?? "", "hi")];
    const second = await ask(history);
    expect(second).toMatchObject({ reply: "It says hi.", conversation: first.conversation });
    expect(second.choice.finish_reason).toBe("stop");
    expect(second.usage?.completion_tokens).toBe(4);
    const third = await ask([...history, second.message, user(tell({ text: ["Bye."] }))]);
    expect(third).toMatchObject({ reply: "Bye.", conversation: first.conversation });
    expect((await messagesIn(first.conversation)).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
  });

  test("streams, several at once, and what was said before is not said again", async () => {
    const two = [call("c1", "read_file", { path: "a" }), call("c2", "run", { path: "b" })];
    const said = user(
      tell({ text: ["Both."], calls: two }, { text: ["Done."], usage: { input: 1, output: 7 } }),
    );
    const first = await streamed([said]);
    expect(first).toMatchObject({ text: "Both.", finish: "tool_calls" });
    expect(first.calls.map(({ index, function: called }) => [index, called?.name])).toEqual([
      [0, "read_file"],
      [1, "run"],
    ]);
    const calls = first.calls.map(({ id = "", function: called }) => ({
      id,
      type: "function" as const,
      function: { name: called?.name ?? "", arguments: called?.arguments ?? "" },
    }));
    const history: Said[] = [said, { role: "assistant", content: "Both.", tool_calls: calls }];
    const results = calls.map(({ id }) => result(id, "fine"));
    expect(await streamed([...history, ...results])).toMatchObject({
      text: "Done.",
      calls: [],
      finish: "stop",
      tokens: 7,
    });
  });

  test("whose result comes twice is answered once", async () => {
    const said = user(tell(READS, { text: ["Once."] }));
    const first = await ask([said]);
    const history = [said, first.message, result(first.calls[0]?.id ?? "", "x")];
    const [one, again] = [await ask(history), await ask(history)];
    expect([one.reply, again.reply]).toEqual(["Once.", "Once."]);
    expect(await messagesIn(first.conversation)).toHaveLength(2);
  });

  test("with newer words ends its turn, and the words are answered", async () => {
    const said = user(tell(READS, { text: ["Never."] }));
    const first = await ask([said]);
    const stopped = result(first.calls[0]?.id ?? "", "interrupted by the person");
    const next = await ask([said, first.message, stopped, user(tell({ text: ["Instead."] }))]);
    expect(next).toMatchObject({ reply: "Instead.", conversation: first.conversation });
    const statuses = (await messagesIn(first.conversation)).map(({ role, status }) => `${role} ${status}`);
    expect(statuses).toEqual(["user complete", "assistant halted", "user complete", "assistant complete"]);
  });

  test("may be made as often as the program likes", async () => {
    const rounds = Array.from({ length: 4 }, (_, at) => ({
      calls: [call(`c${at}`, "run", { path: "test" })],
    }));
    const history: Said[] = [user(tell(...rounds, { text: ["Four times."] }))];
    for (let round = 0; round < 4; round++) {
      const { message, calls } = await ask(history);
      history.push(message, result(calls[0]?.id ?? "", "failed"));
    }
    expect((await ask(history)).reply).toBe("Four times.");
  });
});

describe("calls that were made elsewhere", () => {
  test("stand in what is told of the history", async () => {
    const made = { id: "call_other", type: "function" as const, function: { name: "run", arguments: "{}" } };
    const elsewhere: Said[] = [
      user("Run it."),
      { role: "assistant", content: null, tool_calls: [made] },
      result("call_other", "exit 1"),
      { role: "assistant", content: "It failed." },
    ];
    const { conversation } = await ask([...elsewhere, user(tell({ text: ["I see."] }))]);
    const [heard] = await messagesIn(conversation);
    expect(heard?.parts[0]?.text).toBe(
      "Person: Run it.\n\nCalled run({})\n\nResult: exit 1\n\nAnswer: It failed.",
    );
  });

  test("are gone on with", async () => {
    const made = { id: "call_other", type: "function" as const, function: { name: "run", arguments: "{}" } };
    const { conversation, reply } = await ask([
      user("Run it."),
      { role: "assistant", content: null, tool_calls: [made] },
      result("call_other", "exit 0"),
    ]);
    expect(reply).toBe("ok");
    const [heard] = await messagesIn(conversation);
    expect(heard?.parts.at(-1)?.text).toBe("Go on with it.");
  });
});

test("somebody else's results are refused", async () => {
  const said = user(tell(READS, { text: ["Mine."] }));
  const first = await ask([said]);
  const other = await somebody("member");
  const response = await worker.fetch("http://nightjar.test/v1/chat/completions", {
    method: "POST",
    headers: { cookie: other.cookie, "content-type": "application/json" },
    body: JSON.stringify({
      model: AGENT,
      messages: [said, first.message, result(first.calls[0]?.id ?? "", "x")],
    }),
  });
  expect([403, 404]).toContain(response.status);
});

test("a tool that is there twice, and a choice of none that is there, are refused by name", async () => {
  const refused = (more: object) => ask([user("Hi")], more).catch((problem: Error) => problem.message);
  expect(await refused({ tools: [...TOOLS, ...TOOLS] })).toContain('"read_file" is there twice');
  const choice = { type: "function", function: { name: "fly" } };
  expect(await refused({ tool_choice: choice })).toContain('no "fly" among the tools');
});
