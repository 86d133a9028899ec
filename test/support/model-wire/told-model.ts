/**
 * A model of the wire formats that answers what the person's message tells it to: after `@@` comes a JSON array of
 * answers, one for each round of the turn. The model `broken` is always overloaded; `obedient` obeys all that it reads.
 */
import { collected } from "../otel/collector.ts";
import { anthropicFrames } from "./anthropic-frames.ts";
import { obedient } from "./obedient-model.ts";
import { openAiFrames } from "./openai-frames.ts";
import type { RealtimeAnswer } from "./realtime-events.ts";
import { type RealtimeReply, speakRealtime } from "./realtime-server.ts";
import { body, CUT, type Reply, stream, wait, write } from "./reply.ts";
import { startWireServer, type WireRequest, type WireServer } from "./wire-server.ts";

/** In an answer's place: the provider fails. `echo` puts what it was given as the key into its words. */
export interface ToldFailure {
  status: number;
  echo_key?: boolean;
}

export interface ToldAnswer extends RealtimeAnswer {
  /** Silence before the answer. */
  hold_ms?: number;
  /** Silence before each frame. */
  gap_ms?: number;
  /** The first time, the connection breaks before the answer's end. */
  cut_once?: boolean;
  /** So many letters stand where `LONG` is said: more than a message may have. */
  long?: number;
  /** It stops after so many frames until the gate of that name is open. */
  hold?: Hold;
}

/** In the words and the inputs of an answer. */
export const LONG = "<long>";

function lengthened(told: ToldAnswer): ToldAnswer {
  const { long } = told;
  return long === undefined ? told : JSON.parse(JSON.stringify(told).replaceAll(LONG, "x".repeat(long)));
}

interface Hold {
  gate: string;
  after: number;
}

type Pass = (gate: string) => Promise<void>;

type Told = ToldAnswer | ToldFailure;

/** Words that make the model give these answers. */
export function tell(...answers: Told[]): string {
  return `@@${JSON.stringify(answers)}`;
}

/**
 * Base URLs: `${url}/v1` for the OpenAI wire, `${url}` for Anthropic's, `${url}/otlp` for traces. GET `/told` shows what it was
 * asked.
 */
export async function startToldModel(port = 0, pass: Pass = () => Promise.resolve()): Promise<WireServer> {
  const cut = new Set<string>();
  const server = await startWireServer((request) => {
    if (request.path.startsWith("/otlp/")) return collected(request);
    if (request.path !== "/told") return replyTo(request, cut, pass);
    return body(200, JSON.stringify(server.requests.map((asked) => asked.body ?? null)));
  }, port);
  speakRealtime(server.http, ({ items, response }) =>
    response.input ? readAloud(response.input) : realtimeReply(messagesOf(items), { cut, pass }),
  );
  return server;
}

interface Realtime {
  /** What was cut already. */
  cut: Set<string>;
  pass: Pass;
}

function realtimeReply(messages: readonly WireMessage[], { cut, pass }: Realtime): RealtimeReply {
  const told = toldBy(messages);
  if ("status" in told) return { answer: {}, error: { type: "server_error", message: "Out of order." } };
  const asked = JSON.stringify(messages);
  const isCut = told.cut_once === true && !cut.has(asked);
  if (isCut) cut.add(asked);
  const { hold } = told;
  return {
    answer: lengthened(told),
    ...(isCut && { cut_after: 4 }),
    ...(hold && { stop_after: hold.after, until: pass(hold.gate) }),
  };
}

/** A script that stands alone is read as it is. */
function readAloud(input: { content: { text: string }[] }[]): RealtimeReply {
  const script = input[0]?.content[0]?.text.replaceAll(/<\/?script>/g, "").trim() ?? "";
  return { answer: { text: [script], usage: { input: 90, output: 21 }, sound_tokens: 20 } };
}

/** Items of a realtime session as messages: words and calls of one response are one. */
function messagesOf(items: { type: string; role?: string; content?: { text?: string }[] }[]): WireMessage[] {
  const messages: WireMessage[] = [];
  for (const { type, role = type === "function_call" ? "assistant" : "tool", content = [] } of items) {
    const words = content.map(({ text = "" }) => text).join("\n");
    if (role !== "assistant" || messages.at(-1)?.role !== "assistant")
      messages.push({ role, content: words });
  }
  return messages;
}

/** Answers for recordings and pictures. */
const MEDIA: Readonly<Record<string, object>> = {
  "/v1/audio/transcriptions": { text: "Twelve barrels, please." },
  "/v1/images/generations": {
    data: [
      {
        b64_json:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
      },
    ],
  },
};

/** Sound in two writes. */
const SOUND: Reply = {
  headers: { "content-type": "audio/mpeg" },
  steps: [write("ID3 the beginning"), write(" and the end")],
};

function replyTo(request: WireRequest, cut: Set<string>, pass: Pass): Reply {
  if (request.path === "/v1/audio/speech") return SOUND;
  const media = MEDIA[request.path];
  if (media !== undefined) return body(200, JSON.stringify(media));
  const isAnthropic = request.path.startsWith("/v1/messages");
  if (!isAnthropic && !request.path.endsWith("/chat/completions")) return body(404, "{}");
  if (request.body.model === "broken") return failure({ status: 529 }, request);
  if (request.body.model === "obedient") return stream(openAiFrames(obedient(request)));
  const told = named(toldBy(request.body.messages), request);
  if ("status" in told) return failure(told, request);
  const frames = isAnthropic ? anthropicFrames(lengthened(told)) : openAiFrames(lengthened(told));
  const asked = JSON.stringify(request.body);
  if (told.cut_once && !cut.has(asked)) {
    cut.add(asked);
    return stream(frames.slice(0, -3), CUT);
  }
  const reply = paced(held(stream(frames), told.hold, pass), told.gap_ms);
  return told.hold_ms === undefined ? reply : { ...reply, steps: [wait(told.hold_ms), ...reply.steps] };
}

/** Placeholder in words and inputs of an answer for the name of the model that is asked. */
export const MODEL_NAME = "<model>";

function named(told: Told, { body: { model } }: WireRequest): Told {
  return JSON.parse(JSON.stringify(told).replaceAll(MODEL_NAME, String(model)));
}

function held(reply: Reply, hold: Hold | undefined, pass: Pass): Reply {
  if (!hold) return reply;
  const { gate, after } = hold;
  return { ...reply, steps: reply.steps.toSpliced(after, 0, { do: "pass", gate: () => pass(gate) }) };
}

function paced(reply: Reply, gap_ms: number | undefined): Reply {
  if (gap_ms === undefined) return reply;
  return { ...reply, steps: reply.steps.flatMap((step) => [wait(gap_ms), step]) };
}

interface WireMessage {
  role: string;
  content: string | { type: string; text?: string }[] | null;
}

function toldBy(all: readonly WireMessage[]): Told {
  const asked = all.findLastIndex((message) => /@@\[/.test(wordsOf(message)));
  const said = all[asked];
  if (!said) return { text: ["ok"], usage: { input: 1, output: 1 } };
  const text = wordsOf(said);
  const answers = JSON.parse(newestIn(text)) as Told[];
  const round = all.slice(asked + 1).filter((message) => message.role === "assistant").length;
  return answers[round] ?? { text: ["(nothing more was told)"] };
}

/** Only what people say tells: not the history of answers, and not what was recalled of earlier words. */
function wordsOf({ role, content }: WireMessage): string {
  if (role !== "user" || content === null) return "";
  const text = typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
  return text.replace(/<context>[\s\S]*$/, "");
}

/** Messages of one role in a row come as one: the last of them tells, and what is quoted inside of an answer does not. */
function newestIn(text: string): string {
  let newest = "[]";
  for (let at = text.indexOf("@@["); at !== -1; at = text.indexOf("@@[", at + 2 + newest.length))
    newest = arrayAt(text, at + 2);
  return newest;
}

/** The JSON array that begins there; what follows it is of the system's making. */
function arrayAt(text: string, start: number): string {
  for (let end = text.indexOf("]", start); end !== -1; end = text.indexOf("]", end + 1)) {
    const candidate = text.slice(start, end + 1);
    if (isJson(candidate)) return candidate;
  }
  return "[]";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function failure({ status, echo_key }: ToldFailure, { headers }: WireRequest): Reply {
  const key = headers.authorization ?? headers["x-api-key"] ?? "";
  const message = echo_key ? `The key ${String(key)} is not welcome.` : "Out of order.";
  return body(status, JSON.stringify({ type: "error", error: { type: "error", message } }));
}
