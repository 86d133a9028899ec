/** The response address of a command or a pressed button: it takes five answers within half an hour, in any channel. */
import type { DeliveryResult } from "../../channel.ts";
import { retryAfter } from "../../wire/json.ts";
import { isOfSlack } from "../api.ts";
import type { SlackApp } from "../settings.ts";

export interface Words {
  text: string;
  /** Empty: only the text is shown. */
  blocks: object[];
}

/** Visibility of the answer. */
type Visibility = { response_type: "in_channel" } | { response_type: "ephemeral"; replace_original: false };

const SPENT =
  "The bot isn't in this channel, and this command has no answers left. Type `/invite` and its name there.";

export function respond(
  app: SlackApp,
  answer: { address: string; words: Words },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  return posted(app, { ...answer, visibility: { response_type: "in_channel" } }, signal);
}

/** Shows words only to the person who pressed a button: Slack ignores the body of the response to a press. */
export async function whisper(
  app: SlackApp,
  { address = "", text }: { address: string | undefined; text: string },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const visibility = { response_type: "ephemeral", replace_original: false } as const;
  return posted(app, { address, words: { text, blocks: [] }, visibility }, signal);
}

async function posted(
  app: SlackApp,
  { address, words, visibility }: { address: string; words: Words; visibility: Visibility },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  if (!isOfSlack(app, address)) return { status: "failed", reason: "It isn't a Slack address." };
  const { text, blocks } = words;
  const body = JSON.stringify({ ...visibility, text, ...(blocks.length > 0 && { blocks }) });
  const headers = { "content-type": "application/json" };
  try {
    const response = await fetch(address, { method: "POST", headers, body, redirect: "manual", signal });
    await response.body?.cancel();
    return outcomeOf(response);
  } catch {
    return { status: "unknown", reason: "The connection to Slack broke before it answered." };
  }
}

function outcomeOf({ ok, status, headers }: Response): DeliveryResult {
  if (ok) return { status: "sent", platform_id: null };
  if (status === 429)
    return { status: "later", reason: "Slack is rate-limiting this bot.", ...retryAfter(headers) };
  if (status >= 500) return { status: "unknown", reason: `Slack answered with HTTP ${status}.` };
  return { status: "failed", reason: SPENT };
}
