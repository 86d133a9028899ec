/**
 * A deterministic model of the OpenAI chat wire, in a process of its own. What it does is written in the last user
 * message: `<<words=20 wait=0 gap=0 tools=0 programs=0>>` (words to say, ms before the first, ms between two, rounds of
 * tool calls and of endless programs before it speaks). `GET /requests` tells how many came.
 */
import { createServer, type ServerResponse } from "node:http";

interface Plan {
  words: number;
  wait: number;
  gap: number;
  tools: number;
  programs: number;
}

interface Message {
  role: string;
  content?: unknown;
}

interface Request {
  messages: Message[];
  tools?: { function: { name: string } }[];
}

const DEFAULTS: Plan = { words: 20, wait: 0, gap: 0, tools: 0, programs: 0 };
const TOOL = process.env["BENCH_TOOL"] ?? "think";
const TOOL_INPUT = process.env["BENCH_TOOL_INPUT"] ?? '{"thought":"x"}';
let requests = 0;

const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.end(JSON.stringify({ requests }));
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => void answer(JSON.parse(Buffer.concat(chunks).toString()), response));
});

async function answer(request: Request, response: ServerResponse): Promise<void> {
  requests++;
  const { plan, rounds } = planOf(request);
  response.writeHead(200, { "content-type": "text/event-stream" });
  await pause(plan.wait);
  const called = toolFor(plan, rounds);
  if (called && request.tools?.some((tool) => tool.function.name === called.name))
    callTool(response, rounds, called);
  else await speak(response, plan);
  write(response, {
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: plan.words, total_tokens: 10 + plan.words },
  });
  response.end("data: [DONE]\n\n");
}

/** The directive, and how many rounds of tools were done since. */
function planOf({ messages }: Request): { plan: Plan; rounds: number } {
  const at = messages.findLastIndex((message) => message.role === "user");
  const text = JSON.stringify(messages[at]?.content ?? "");
  const directive = /<<([^>]*)>>/.exec(text)?.[1] ?? "";
  const given = Object.fromEntries(
    [...directive.matchAll(/(\w+)=(\d+)/g)].map(([, name, value]) => [name, Number(value)]),
  );
  const rounds = messages.slice(at + 1).filter((message) => message.role === "tool").length;
  return { plan: { ...DEFAULTS, ...given }, rounds };
}

interface Called {
  name: string;
  arguments: string;
}

function toolFor({ tools, programs }: Plan, rounds: number): Called | undefined {
  if (rounds < tools) return { name: TOOL, arguments: TOOL_INPUT };
  if (rounds < programs) return { name: "run_code", arguments: '{"code":"for(;;);"}' };
  return undefined;
}

function callTool(response: ServerResponse, round: number, called: Called): void {
  const call = { index: 0, id: `call_${round}_${requests}`, type: "function", function: called };
  write(response, {
    choices: [{ index: 0, delta: { role: "assistant", tool_calls: [call] }, finish_reason: null }],
  });
  write(response, { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] });
}

async function speak(response: ServerResponse, { words, gap }: Plan): Promise<void> {
  const began = performance.now();
  for (let word = 0; word < words; word++) {
    // By the clock: timers that come late would add up.
    if (word > 0 && gap > 0) await pause(Math.max(0, began + word * gap - performance.now()));
    write(response, { choices: [{ index: 0, delta: { content: `w${word} ` }, finish_reason: null }] });
  }
  write(response, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
}

function write(response: ServerResponse, chunk: Record<string, unknown>): void {
  const head = { id: "chatcmpl-mock", object: "chat.completion.chunk", created: 1, model: "mock" };
  response.write(`data: ${JSON.stringify({ ...head, ...chunk })}\n\n`);
}

function pause(milliseconds: number): Promise<void> | undefined {
  return milliseconds === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, milliseconds));
}

server.keepAliveTimeout = 60_000;
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("model is up"));
