/** A model of the OpenAI chat wire whose answers look like answers: short ones, one of 100 kB, and one that streams. */
import { createServer, type Server, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** What the last message asks for. Anything else is answered shortly. */
export const ASKED = { long: "All of it, at length", stream: "Slowly, please" };

export const SHORT = [
  "The **door** is open since `09:14`, as the [log](https://example.com/log) says:\n\n",
  "- nobody has come in\n- the light is on\n\n",
  "```ts\nconst door = await house.door(1);\nif (door.isOpen) door.close();\n```\n\n",
  "It can be closed from here. Shall it be?",
].join("");
const LONG_BYTES = 100_000;
const SECTION =
  "## What was found\n\nThe first of the reasons is that *nothing* of it had been written down, which is why the same question came again. See `notes/today.md`.\n\n| when | what |\n| --- | --- |\n| nine | the door |\n| ten | the light |\n\n";
const TOKENS_A_SECOND = 200;
const STREAM_SECONDS = 8;

interface Request {
  messages: { role: string; content?: unknown }[];
}

export interface AnsweringModel {
  url: string;
  close(): void;
}

export function startModel(port: number): Promise<AnsweringModel> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => void answer(JSON.parse(Buffer.concat(chunks).toString()), response));
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () =>
      resolve({ url: `http://127.0.0.1:${port}/v1`, close: () => server.close() }),
    );
  });
}

async function answer({ messages }: Request, response: ServerResponse): Promise<void> {
  const asked = JSON.stringify(messages.findLast(({ role }) => role === "user")?.content ?? "");
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (asked.includes(ASKED.stream)) await stream(response);
  else say(response, asked.includes(ASKED.long) ? long() : SHORT);
  response.end("data: [DONE]\n\n");
}

function long(): string {
  return (SECTION + SHORT.replace("```ts", "\n```ts")).repeat(200).slice(0, LONG_BYTES);
}

async function stream(response: ServerResponse): Promise<void> {
  const words = SHORT.repeat(60).split(/(?<= )/);
  const began = performance.now();
  for (const [at, word] of words.slice(0, TOKENS_A_SECOND * STREAM_SECONDS).entries()) {
    const due = began + (at * 1_000) / TOKENS_A_SECOND;
    if (due > performance.now() + 5) await pause(due - performance.now());
    say(response, word);
  }
}

function say(response: ServerResponse, content: string): void {
  const chunk = { choices: [{ index: 0, delta: { content }, finish_reason: null }] };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}
