/**
 * Looks for a message that may have arrived. Slack takes no idempotency key, but it stores invisible metadata with a
 * message and returns it to readers of the channel.
 */
import { z } from "zod";
import type { Doubtful, LookupResult } from "../../channel.ts";
import { callSlack, type SlackResponse } from "../api.ts";
import { placeOfThread, type SlackPlace } from "../place.ts";
import type { SlackApp } from "../settings.ts";
import { deliveredOf } from "./outcome.ts";

const SIGNED = "nightjar_message";
/** Tolerance for the difference between Slack's clock and ours. */
const CLOCKS_MS = 60_000;
const MOST = 100;

const Page = z.object({
  messages: z.array(
    z.looseObject({
      ts: z.string(),
      bot_id: z.string().optional(),
      files: z.array(z.unknown()).optional(),
      metadata: z
        .object({ event_type: z.string(), event_payload: z.looseObject({ key: z.string().optional() }) })
        .optional(),
    }),
  ),
  has_more: z.boolean().default(false),
});
type Messages = z.output<typeof Page>["messages"];

/** Metadata by which a sent message is found again. */
export function signatureOf(key: string): object {
  return { event_type: SIGNED, event_payload: { key } };
}

export async function find(
  app: SlackApp,
  { to, key, since }: Doubtful,
  signal: AbortSignal,
): Promise<LookupResult> {
  const place = placeOfThread(to.thread);
  if (!place) return { status: "unknown" };
  const answered = await callSlack(app, asking(place, since), signal);
  if (answered.status !== "ok") return unanswered(answered);
  const page = Page.safeParse(answered.body).data;
  if (!page) return { status: "unknown" };
  const found = page.messages.find(({ metadata }) => keyIn(metadata) === key);
  if (found) return { status: "there", platform_id: found.ts };
  return { status: page.has_more || isUnsigned(page.messages) ? "unknown" : "missing" };
}

function asking({ channel, thread_ts: ts }: SlackPlace, since: number) {
  const oldest = String((since - CLOCKS_MS) / 1_000);
  const fields = { channel, oldest, limit: MOST, include_all_metadata: true };
  if (ts === undefined) return { method: "conversations.history", fields };
  return { method: "conversations.replies", fields: { ...fields, ts } };
}

function keyIn(metadata: Messages[number]["metadata"]): string | undefined {
  return metadata?.event_type === SIGNED ? metadata.event_payload.key : undefined;
}

/** Whether a bot wrote there without metadata. The message may be ours: Slack does not always show the metadata. */
function isUnsigned(messages: Messages): boolean {
  return messages.some(({ bot_id, files, metadata }) => bot_id !== undefined && !files && !metadata);
}

function unanswered(answered: Exclude<SlackResponse, { status: "ok" }>): LookupResult {
  const outcome = deliveredOf(answered);
  if (outcome.status === "unknown") return { status: "later", reason: outcome.reason };
  return outcome.status === "later" ? outcome : { status: "unknown" };
}
