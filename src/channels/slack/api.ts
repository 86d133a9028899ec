/** One call of Slack's Web API. Never throws: the outcome is data. */
import { z } from "zod";
import { jsonAs, retryAfter } from "../wire/json.ts";
import type { SlackApp } from "./settings.ts";

export type SlackResponse =
  | { status: "ok"; body: Record<string, unknown>; scopes: string | null }
  /** Slack refused. `error` is Slack's own code. */
  | { status: "refused"; error: string; retry_after_ms?: number }
  /** The outcome is unknown. */
  | { status: "unknown"; reason: string };

interface Call {
  method: string;
  fields: Readonly<Record<string, unknown>>;
}

const Reply = z.looseObject({ ok: z.boolean(), error: z.string().default("unknown_error") });

/** Errors after which, as Slack says, part of the call may have been carried out. */
const HALF_DONE: ReadonlySet<string> = new Set(["internal_error", "fatal_error"]);

export async function callSlack(
  { base, token }: Pick<SlackApp, "base" | "token">,
  { method, fields }: Call,
  signal: AbortSignal,
): Promise<SlackResponse> {
  try {
    const response = await fetch(`${base}/${method}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: formOf(fields),
      redirect: "manual",
      signal,
    });
    return answeredOf(response, await response.text());
  } catch {
    return { status: "unknown", reason: "The connection to Slack broke before it answered." };
  }
}

/** Every method accepts a form; not every one accepts JSON. */
function formOf(fields: Call["fields"]): URLSearchParams {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const words = given.map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(words as [string, string][]);
}

function answeredOf({ status, headers }: Response, text: string): SlackResponse {
  if (status === 429) return { status: "refused", error: "ratelimited", ...retryAfter(headers) };
  if (status === 503) return { status: "refused", error: "service_unavailable", ...retryAfter(headers) };
  const reply = jsonAs(Reply, text);
  if (!reply) return { status: "unknown", reason: `Slack answered with HTTP ${status} without a message.` };
  if (reply.ok) return { status: "ok", body: reply, scopes: headers.get("x-oauth-scopes") };
  if (HALF_DONE.has(reply.error))
    return { status: "unknown", reason: "Slack had an internal error while handling it." };
  return { status: "refused", error: reply.error, ...retryAfter(headers) };
}

/** Whether the address belongs to Slack, so that the token or a file may be sent to it. */
export function isOfSlack({ base }: SlackApp, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin } = new URL(address);
  if (origin === new URL(base).origin) return true;
  return protocol === "https:" && (hostname === "slack.com" || hostname.endsWith(".slack.com"));
}
