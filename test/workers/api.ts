/** The Worker's API as its operator calls it, for tests. */
import { exports } from "cloudflare:workers";

const TOKEN = "test-admin-token-0123456789";

export function request(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return (exports as unknown as { default: Fetcher }).default.fetch(
    `http://nightjar.test/api/v1${path}`,
    init,
  );
}

/** Throws when it is refused. */
export async function callApi<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await request(method, path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

export interface ChatReply {
  conversation_id: string;
  turn_id: string;
  message_id: string;
  reply: string;
  status: string;
  cost_usd: number | null;
}

export function chat(message: string, more: Record<string, unknown> = {}): Promise<ChatReply> {
  return callApi<ChatReply>("POST", "/chat", { message, model: "openai/told", ...more });
}
