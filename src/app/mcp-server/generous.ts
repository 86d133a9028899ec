/**
 * Programs that are nearly right: what they send is made so that the library takes it, and its answer so that they
 * understand it. Clients of the wild accept one of the two types or name none, and send null for what they leave out.
 */
import { isRecord } from "../../platform/json.ts";

export interface TolerantRequest {
  request: Request;
  body: unknown;
  /** The client reads no event streams. */
  wantsJson: boolean;
  /** The protocol's version of 2026 reports a missing resource by another code. */
  isModern: boolean;
}

const MODERN = "2026-07-28";
const STREAM = "text/event-stream";

/** The request with both types accepted, and its message without nulls. */
export function requestOf(raw: Request, body: unknown): TolerantRequest {
  const headers = new Headers(raw.headers);
  const wantsJson = !(headers.get("accept") ?? "").toLowerCase().includes(STREAM);
  headers.set("accept", `application/json, ${STREAM}`);
  headers.set("content-type", "application/json");
  const isModern = headers.get("mcp-protocol-version") === MODERN;
  const request = new Request(raw.url, { method: "POST", headers, signal: raw.signal });
  return { request, body: withoutNulls(body), wantsJson, isModern };
}

const DEEPEST = 100;

/** Leaves out keys whose value is null. An id of null stays: it says that nobody waits for the answer. */
export function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((each) => withoutNulls(each, depth + 1));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key, each]) => each !== null || (depth === 0 && key === "id"));
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each, depth + 1)]));
}

/** The library's answer as JSON, where the client reads no stream, and with errors in words. */
export async function answerOf(response: Response, asked: TolerantRequest): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (!response.body || !/json|event-stream/.test(type)) return response;
  const isStream = type.startsWith(STREAM);
  if (isStream && !asked.wantsJson) {
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(mended(asked));
    return new Response(events.pipeThrough(new TextEncoderStream()), response);
  }
  const text = await response.text();
  const messages = isStream ? answersIn(text) : [JSON.parse(text) as unknown];
  const shown = messages.map((message) => inWords(message, asked));
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Response(JSON.stringify(Array.isArray(asked.body) ? shown.flat() : shown[0]), {
    status: response.status,
    headers,
  });
}

const DATA = /^data: ?(.*)$/gm;

/** Messages of a stream that answer a request; progress and the like have no id. */
function answersIn(text: string): unknown[] {
  const messages = [...text.matchAll(DATA)].flatMap(([, data = ""]) =>
    data === "" ? [] : [JSON.parse(data) as unknown],
  );
  return messages.filter((message) => isRecord(message) && "id" in message && !("method" in message));
}

/** Rewrites errors line by line: the library writes each message on one line. */
function mended(asked: TolerantRequest): TransformStream<string, string> {
  let rest = "";
  const line = (text: string) =>
    text.startsWith("data: {") && text.includes('"error"')
      ? `data: ${JSON.stringify(inWords(JSON.parse(text.slice(6)), asked))}`
      : text;
  return new TransformStream({
    transform(piece, controller) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      if (lines.length > 0) controller.enqueue(`${lines.map(line).join("\n")}\n`);
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(line(rest));
    },
  });
}

const [NOT_FOUND, INVALID, INTERNAL] = [-32002, -32602, -32603];

/** An answer whose error is told in words: a validator's list of problems becomes a sentence. */
export function inWords(message: unknown, { isModern }: Pick<TolerantRequest, "isModern">): unknown {
  if (Array.isArray(message)) return message.map((each) => inWords(each, { isModern }));
  if (!isRecord(message) || !isRecord(message["error"])) return message;
  const { code, message: words, data } = message["error"];
  const problems = typeof words === "string" ? problemsIn(words) : undefined;
  if (problems !== undefined)
    return { ...message, error: { code: code === INTERNAL ? INVALID : code, message: problems } };
  const isMissing = code === INVALID && isRecord(data) && typeof data["uri"] === "string";
  return isMissing && !isModern ? { ...message, error: { ...message["error"], code: NOT_FOUND } } : message;
}

/** Problems that a validator has listed as JSON, in words; undefined for other texts. */
function problemsIn(text: string): string | undefined {
  const at = text.indexOf("[");
  if (at < 0 || !text.trimEnd().endsWith("]")) return undefined;
  try {
    const issues = (JSON.parse(text.slice(at)) as unknown[]).filter(isRecord);
    const lines = issues.map(
      ({ path, message }) => `${Array.isArray(path) ? path.join(".") : ""}: ${String(message)}`,
    );
    return issues.length === 0
      ? undefined
      : `Invalid parameters. ${lines.map((line) => line.replace(/^: /, "")).join("; ")}.`;
  } catch {
    return undefined;
  }
}
