/** One call of the Graph API. Never throws: the outcome is data. */
import { z } from "zod";
import { jsonAs, retryAfter } from "../wire/json.ts";
import type { WhatsAppNumber } from "./settings.ts";

export type WhatsAppResponse =
  | { status: "ok"; body: unknown }
  /** Meta refused. `code` is Meta's own, 0 where there is none. */
  | { status: "refused"; http: number; code: number; message: string; retry_after_ms?: number }
  /** The outcome is unknown. */
  | { status: "unknown"; reason: string };

interface Call {
  /** Relative to the base, with its query. */
  path: string;
  /** JSON, or a form with a file. Absent: a GET request. */
  body?: object | FormData;
}

const Problem = z.object({
  error: z.object({
    code: z.number().default(0),
    message: z.string().default(""),
    error_data: z.object({ details: z.string().default("") }).optional(),
  }),
});

export async function callGraph(
  { base, token }: WhatsAppNumber,
  { path, body }: Call,
  signal: AbortSignal,
): Promise<WhatsAppResponse> {
  try {
    const response = await fetch(`${base}/${path}`, { ...sent(token, body), redirect: "manual", signal });
    return answeredOf(response, await response.text());
  } catch {
    return { status: "unknown", reason: "The connection to WhatsApp broke before it answered." };
  }
}

function sent(token: string, body: Call["body"]): RequestInit {
  const headers = { authorization: `Bearer ${token}` };
  if (body === undefined) return { headers };
  if (body instanceof FormData) return { method: "POST", headers, body };
  const json = { ...headers, "content-type": "application/json" };
  return { method: "POST", headers: json, body: JSON.stringify(body) };
}

function answeredOf({ ok, status: http, headers }: Response, text: string): WhatsAppResponse {
  const body = jsonAs(z.unknown(), text);
  if (ok && body !== undefined) return { status: "ok", body };
  const { error } = Problem.safeParse(body).data ?? {};
  if (!error && http !== 429)
    return { status: "unknown", reason: `WhatsApp answered with HTTP ${http} without a message.` };
  const message = error?.error_data?.details || error?.message || `HTTP ${http}`;
  return { status: "refused", http, code: error?.code ?? 0, message, ...retryAfter(headers) };
}

const HOSTS = ["facebook.com", "fbsbx.com", "fbcdn.net", "whatsapp.net"];

/** Whether the address belongs to the platform, so that the token may be sent to it. */
export function isOfWhatsApp({ base }: WhatsAppNumber, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin } = new URL(address);
  if (origin === new URL(base).origin) return true;
  return protocol === "https:" && HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
