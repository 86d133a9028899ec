/**
 * An OpenAI-compatible server driven by what the person says, for tests and benches of the whole system.
 * A directive in the newest user message tells it what to do:  [[k=20 first=0 gap=0 tool=1]]
 *
 *   k       pieces of text: "tok0 tok1 ..."          (20)
 *   first   ms before the first byte                  (0)
 *   gap     ms between pieces                         (0)
 *   tool    rounds of one tool call before the text   (0); the tool is `toolName`, or the first one offered
 *   script  the name of one of `scripts`, which then decides alone
 */
import { OPENAI_DONE, openAiDelta, openAiUsage } from "./openai-frames.ts";
import type { Reply, Step } from "./reply.ts";
import { wait, write } from "./reply.ts";
import type { Responder, WireRequest, WireServer } from "./wire-server.ts";
import { startWireServer } from "./wire-server.ts";

export interface ScriptedOptions {
  scripts?: { [name: string]: Responder };
  /** Asked first; undefined leaves the request to the directive. */
  handler?: (request: WireRequest) => Reply | undefined | Promise<Reply | undefined>;
  toolName?: string;
  /** JSON text. */
  toolArguments?: string;
}

/** Ends with `close()`. The base URL for a client is `${url}/v1`. */
export function start(port = 0, options: ScriptedOptions = {}): Promise<WireServer> {
  let answered = 0;
  return startWireServer(async (request) => {
    if (!request.path.endsWith("/chat/completions")) return { status: 404, headers: {}, steps: [] };
    answered += 1;
    const given = await options.handler?.(request);
    if (given) return given;
    const directive = directiveOf(request);
    const script = options.scripts?.[directive["script"] ?? ""];
    return script ? script(request) : replyTo(request, directive, { ...options, answered });
  }, port);
}

interface Directive {
  [name: string]: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the body is whatever the client sent
type Body = any;

function directiveOf({ body }: WireRequest): Directive {
  const said = body.messages.findLast((message: Body) => message.role === "user");
  const found = /\[\[([^\]]*)\]\]/.exec(wordsOf(said?.content));
  const pairs = (found?.[1] ?? "").trim().split(/\s+/).filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => pair.split("=")).map(([name, value]) => [name, value ?? ""]));
}

function wordsOf(content: Body): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part) => part.text ?? "").join("") : "";
}

function replyTo(
  { body }: WireRequest,
  directive: Directive,
  options: ScriptedOptions & { answered: number },
): Reply {
  const number = (name: string, otherwise: number) => Number(directive[name] ?? otherwise);
  const newest = body.messages.findLastIndex((message: Body) => message.role === "user");
  const rounds = body.messages
    .slice(newest + 1)
    .filter((message: Body) => message.role === "assistant").length;
  const callsTool = number("tool", 0) > rounds && body.tools?.length > 0;
  const k = number("k", 20);
  const steps = callsTool ? [write(callOf(body, rounds, options))] : textOf(k, number("gap", 0));
  const usage = write(openAiUsage({ input: 10, output: k }));
  if (!body.stream)
    return { headers: { "content-type": "application/json" }, steps: [wait(number("first", 0)), whole(k)] };
  return {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
    steps: [...silence(number("first", 0)), ...steps, usage, write(OPENAI_DONE)],
  };
}

function textOf(k: number, gap: number): Step[] {
  const pieces = Array.from({ length: k }, (_, index): Step[] => {
    const delta = { ...(index === 0 && { role: "assistant" }), content: `tok${index} ` };
    return [...silence(index === 0 ? 0 : gap), write(openAiDelta(delta))];
  });
  return [...pieces.flat(), write(openAiDelta({}, "stop"))];
}

function callOf(
  body: Body,
  round: number,
  { toolName, toolArguments = '{"q":"x"}', answered }: ScriptedOptions & { answered: number },
): string {
  const names: string[] = body.tools.map((tool: Body) => tool.function.name);
  const name = names.find((offered) => offered === toolName) ?? names[0];
  const tool_call = {
    index: 0,
    id: `call_${round}_${answered}`,
    type: "function",
    function: { name, arguments: toolArguments },
  };
  return (
    openAiDelta({ role: "assistant", content: null, tool_calls: [tool_call] }) + openAiDelta({}, "tool_calls")
  );
}

function whole(k: number): Step {
  const content = Array.from({ length: k }, (_, index) => `tok${index} `).join("");
  const usage = { prompt_tokens: 10, completion_tokens: k, total_tokens: 10 + k };
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  return write(
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_700_000_000,
      model: "scripted",
      choices,
      usage,
    }),
  );
}

function silence(ms: number): Step[] {
  return ms > 0 ? [wait(ms)] : [];
}
