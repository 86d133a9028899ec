/** The API as the operator, and turns of the model that is told what to do. */
import { exports } from "cloudflare:workers";
import { call, type ScriptedCall } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";

export const TOKEN = "test-admin-token-0123456789";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  json: any;
}

export async function api(
  method: string,
  path: string,
  body?: BodyInit | object,
  token = TOKEN,
): Promise<Answer> {
  const worker = (exports as unknown as { default: Fetcher }).default;
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof FormData;
  const response = await worker.fetch(`https://nightjar.test/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

export interface TurnResult {
  conversation_id: string;
  status: string;
  reply: string;
  /** Tool results of the finished message, in order. */
  results: { name: string; content: string; is_error: boolean }[];
}

let calls = 0;
export const toCall = (name: string, input: object): ScriptedCall => call(`c${++calls}`, name, input);

/** A turn in which the model makes these calls one after another, then says "Done.". */
export async function turn(
  made: ScriptedCall[],
  conversation_id?: string,
  more: { agent?: string } = {},
): Promise<TurnResult> {
  const told = tell(...made.map((one) => ({ calls: [one] })), { text: ["Done."] });
  const sent = { message: told, model: "openai/told", ...(conversation_id && { conversation_id }), ...more };
  const { json } = await api("POST", "/chat", sent);
  return { ...json, results: await resultsOf(json.conversation_id) };
}

export async function resultsOf(id: string): Promise<TurnResult["results"]> {
  const { items }: { items: { parts: ({ type: string } & TurnResult["results"][number])[] }[] } = (
    await api("GET", `/conversations/${id}/messages`)
  ).json;
  return items.flatMap(({ parts }) => parts).filter(({ type }) => type === "tool_result");
}

/** The id of the call that waits for a decision. */
export async function waitingCall(id: string): Promise<string> {
  return soon(async () => {
    const { json } = await api("GET", `/conversations/${id}`);
    if (json.turn?.state !== "parked") throw new Error("nothing waits");
    const { text } = await api("GET", `/conversations/${id}/history?full=true`);
    const found = /"type":"approval"[^}]*?"call_id":"([^"]+)"/.exec(text)?.[1];
    if (!found) throw new Error(`no approval in ${text.slice(0, 500)}`);
    return found;
  });
}
