/** Answers as servers of all kinds send them: thinking in the text, early ends, usage elsewhere, sources, pictures. */
import { expect, test } from "vitest";
import { answerOf, inTurn, type Step, wild, wildServer } from "./stage.ts";

const play = async (name: string) => {
  const { steps } = wild(name);
  const server = wildServer(inTurn(steps));
  return { ...answerOf(await server.ask()), requests: server.bodies.length };
};

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`;
const END = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const stream = (...chunks: string[]): Step => ({
  status: 200,
  headers: { "content-type": "text/event-stream" },
  chunks,
});
const saying = (...texts: string[]) => stream(...texts.map((content) => chunk({ content })), END);
const played = async (...steps: Step[]) => answerOf(await wildServer(inTurn(steps)).ask());

test("thinking between tags is reasoning, and goes back to its model as it was written", async () => {
  const server = wildServer(inTurn(wild("wire-think-tags").steps));
  const { reply, reasoning, signatures } = answerOf(await server.ask());
  expect(reply).toBe("Hello there!");
  expect(reasoning).toBe("The person greets me. PRIVATE-PLAN.");
  const [signature = ""] = signatures;
  const said = [
    { type: "reasoning" as const, text: reasoning, signature, model: "acme/one" },
    { type: "text" as const, text: reply },
  ];
  const messages = [
    { role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] },
    { role: "assistant" as const, content: said },
    { role: "user" as const, content: [{ type: "text" as const, text: "Again" }] },
  ];
  await server.ask({ messages });
  expect(server.bodies[1]?.messages[1]?.["content"]).toBe(
    "<think>\nThe person greets me. PRIVATE-PLAN.\n</think>\n\nHello there!",
  );
});

test.each([
  ["<thinking>plan</thinking>Hello", "Hello"],
  ["<Thought>\nplan\n</Thought>\nHello", "Hello"],
  ['<reasoning effort="low">plan</reasoning>\n\nHello', "Hello"],
  ["[THINK]plan[/THINK]Hello", "Hello"],
  ["◁think▷plan◁/think▷Hello", "Hello"],
  ["<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>Hello", "Hello"],
  ["<antThinking>plan</antThinking>\n\nHello", "Hello"],
  ["<|channel>thought\nplan\n<channel|>Hello", "Hello"],
  ["Hello.\n<think>plan</think>\nAnd more.", "Hello.\nAnd more."],
  ["<think>\n\n</think>\n\nHello", "Hello"],
])("%j, byte by byte", async (text, reply) => {
  expect((await played(saying(...text))).reply).toBe(reply);
  expect((await played(saying(text))).reply).toBe(reply);
});

test.each([
  "Write `<think>` before the plan.",
  "```xml\n<think>plan</think>\n```",
  "Between <think> and </think> a model plans.",
  "1 < 2, and <b>this</b> [is] text.",
])("%j is an answer", async (text) => {
  expect(await played(saying(...text))).toMatchObject({ reply: text, reasoning: "" });
});

test("thinking whose opening mark the server's template wrote is taken back, and expected the next time", async () => {
  const server = wildServer(inTurn([saying("The person ", "greets me.\n", "</think>", "\n\nHello!")]));
  const events = await server.ask();
  expect(answerOf(events)).toMatchObject({ reply: "Hello!", reasoning: "The person greets me." });
  const again = await server.ask();
  expect(again.some(({ type }) => type === "restart")).toBe(false);
  expect(answerOf(again)).toMatchObject({ reply: "Hello!", reasoning: "The person greets me." });
});

test("an answer of a model that no longer thinks so is shown all the same", async () => {
  const server = wildServer(inTurn([saying("Plan.\n</think>\n\nHello!"), saying("No plan ", "today.")]));
  await server.ask();
  expect(answerOf(await server.ask())).toMatchObject({ reply: "No plan today." });
  expect((await server.ask()).some(({ type }) => type === "restart")).toBe(false);
});

test("parts of thinking in the content are reasoning", async () => {
  const thinking = [{ type: "thinking", thinking: [{ type: "text", text: "plan" }] }];
  const answer = await played(stream(chunk({ content: thinking }), chunk({ content: "Hello" }), END));
  expect(answer).toMatchObject({ reply: "Hello", reasoning: "plan" });
});

test.each([
  ["wire-finish-in-every-chunk", "I am a model. I was made to help. Bye."],
  ["wire-finish-null-as-word", "One two three"],
  ["wire-error-object-in-stream", "The whole answer."],
  ["wire-empty-data-heartbeat", "Slow answer"],
])("%s", async (name, reply) => {
  expect(await play(name)).toMatchObject({ reply, end: { type: "finish", reason: "stop" } });
});

test.each([
  ['data: {"type":"error","message":"gone"}\n\n'],
  ['data: {"detail":"gone"}\n\n'],
  ['data: {"code":500,"message":"gone"}\n\n'],
  ["event: error\ndata: gone\n\n"],
  ['data: {"errors":[{"message":"gone"}]}\n\n'],
])("%j in a stream is its failure, in its words", async (error) => {
  const { end } = await played(stream(chunk({ content: "Part" }), error, "data: [DONE]\n\n"));
  expect(end).toMatchObject({ type: "failed", failure: { reason: expect.stringContaining("gone") } });
});

test("an answer whose end says nothing is an unfinished one, after its retries", async () => {
  const server = wildServer(inTurn([stream(chunk({ content: "Words." }))]));
  const answer = answerOf(await server.ask());
  expect(server.bodies).toHaveLength(3);
  expect(answer).toMatchObject({ reply: "Words.", end: { type: "finish", reason: "other" } });
  expect(answer.notices.join(" ")).toContain("may be unfinished");
});

test("usage in a choice counts", async () => {
  const { end } = await play("wire-usage-in-choice");
  expect(end).toMatchObject({
    usage: { input_tokens: 2_000, cache_read_tokens: 400, output_tokens: 70 },
    cost_usd: expect.closeTo(2.47, 5),
  });
});

test.each([
  [{ x_groq: { usage: { prompt_tokens: 7, completion_tokens: 2 } } }],
  [{ usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2 } }],
  [{ timings: { prompt_n: 7, predicted_n: 2 } }],
  [{ usage: { input_tokens: 7, output_tokens: 2 } }],
  [{ usage: { prompt_tokens: 7, total_tokens: 9 } }],
  [{ usage: { prompt_tokens: "7", completion_tokens: "2" } }],
])("%j is usage too", async (more) => {
  const last = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }], ...more })}\n\n`;
  const { end } = await played(stream(chunk({ content: "Hi" }), last, "data: [DONE]\n\n"));
  expect(end).toMatchObject({ usage: { input_tokens: 7, output_tokens: 2 } });
  expect(end).not.toHaveProperty("cost_by");
});

test("usage that nobody tells is estimated, and marked", async () => {
  const { end } = await play("wire-no-usage");
  expect(end).toMatchObject({ cost_by: "estimate" });
  expect(end).toHaveProperty("cost_usd", expect.any(Number));
  expect(end?.type === "finish" && (end.cost_usd ?? 0) > 0).toBe(true);
});

test("sources beside an answer are its citations, once each", async () => {
  const { citations } = await play("wire-citations-beside");
  expect(citations).toEqual([
    { type: "citation", url: "https://example.org/lisbon", title: "Lisbon" },
    { type: "citation", url: "https://example.org/tagus", title: "Tagus" },
  ]);
});

test("annotations of a delta are citations", async () => {
  const annotations = [{ type: "url_citation", url_citation: { url: "https://a.example/", title: "A" } }];
  const { citations } = await played(stream(chunk({ content: "Hi" }), chunk({ annotations }), END));
  expect(citations).toEqual([{ type: "citation", url: "https://a.example/", title: "A" }]);
});

test("a picture is a file of the answer, which is not empty", async () => {
  const { files, requests } = await play("wire-images");
  expect(requests).toBe(1);
  expect(files).toMatchObject([{ media_type: "image/png", data: expect.stringMatching(/^iVBOR/) }]);
});

test("a frame without data, or without JSON, is no error on Anthropic's wire either", async () => {
  const { frames_between } = wild<{ frames_between: string }>("anthropic-empty-data");
  const frames = [
    { type: "message_start", message: { usage: { input_tokens: 5, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
    { type: "message_stop" },
  ].flatMap((frame) => [
    `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`,
    frames_between,
    "data: ok\n\n",
  ]);
  const server = wildServer(inTurn([stream(...frames)]), { protocol: "anthropic" });
  expect(answerOf(await server.ask())).toMatchObject({ reply: "Hello", end: { type: "finish" } });
  expect(server.bodies).toHaveLength(1);
});

test.each([
  ["error-without-error-key", "context_too_long", "maximum context length"],
  ["error-422-detail-list", "bad_request", "Extra inputs are not permitted"],
  ["error-in-a-success", "rate_limited", "insufficient balance"],
])("%s: the provider's words are kept", async (name, kind, words) => {
  const { end } = await play(name);
  expect(end).toMatchObject({ type: "failed", failure: { kind, reason: expect.stringContaining(words) } });
});

test("an account without credit is not asked again", async () => {
  expect((await play("error-in-a-success")).requests).toBe(1);
});

test.each([
  [
    '[{"error":{"code":400,"message":"The input token count (9000) exceeds the maximum number of tokens allowed (8192)."}}]',
  ],
  ['{"detail":"Prompt is too long: 9000 tokens > 8192 maximum"}'],
  ["the request exceeds the available context size, try increasing it"],
  ['{"message":"Range of input length should be [1, 30720]"}'],
  ['{"error":"Your request exceeded model token limit: 8192"}'],
  [
    '{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\\"message\\":\\"input is too long for requested model\\"}"}}}',
  ],
])("%j is a conversation that is too long", async (text) => {
  const { end } = await played({ status: 400, chunks: [text] });
  expect(end).toMatchObject({ type: "failed", failure: { kind: "context_too_long" } });
});
