/** Sends and edits messages, and shows typing. */
import type { Source } from "../../../domain/inbound.ts";
import type { Chunk, DeliveryResult, Edit, Outgoing } from "../../channel.ts";
import { callSlack } from "../api.ts";
import { mrkdwnOf } from "../mrkdwn.ts";
import { placeOfThread, type SlackPlace, tsOf } from "../place.ts";
import { buttonsOf } from "../press.ts";
import type { SlackApp } from "../settings.ts";
import { signatureOf } from "./find.ts";
import { type SendDeps, sendMedia } from "./media.ts";
import { deliveredOf, isRefused } from "./outcome.ts";
import { respond, type Words } from "./respond.ts";

const NOWHERE: DeliveryResult = { status: "failed", reason: "It isn't a Slack channel." };

export async function deliver(
  deps: SendDeps,
  { chunk, to, from, key, is_growing }: Outgoing,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const place = placeOfThread(to.thread);
  if (!place) return NOWHERE;
  switch (chunk.type) {
    case "text":
      return sendText(deps.app, { chunk, to, place, key, is_growing }, signal);
    case "media": {
      const { media } = chunk;
      return sendMedia(deps, { media, owner: media.owner ?? from.owner, place }, signal);
    }
    default:
      return { status: "failed", reason: "Slack delivers to people only." };
  }
}

type Text = Extract<Chunk, { type: "text" }>;

interface TextDelivery {
  chunk: Text;
  to: Source;
  place: SlackPlace;
  key: string;
  is_growing: true | undefined;
}

async function sendText(
  app: SlackApp,
  { chunk, to, place, key, is_growing }: TextDelivery,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const words = wordsOf(chunk, to);
  const shown = { unfurl_links: false, unfurl_media: false };
  const fields = { ...place, ...words, ...shown, metadata: signatureOf(key) };
  const answered = await callSlack(app, { method: "chat.postMessage", fields }, signal);
  // A command's response address takes an answer in channels that the bot has not joined; that answer cannot be edited.
  if (
    !is_growing &&
    to.reply_token !== undefined &&
    isRefused(answered, "not_in_channel", "channel_not_found")
  )
    return respond(app, { address: to.reply_token, words }, signal);
  return deliveredOf(answered);
}

function wordsOf({ text: markdown, prompt }: Text, { thread = "" }: Source): Words {
  const text = mrkdwnOf(markdown);
  const buttons = prompt ? buttonsOf(prompt, thread) : [];
  if (buttons.length === 0) return { text, blocks: [] };
  return { text, blocks: [{ type: "section", text: { type: "mrkdwn", text } }, ...buttons] };
}

export async function edit(
  app: SlackApp,
  { to, platform_id, chunk }: Edit,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const place = placeOfThread(to.thread);
  const ts = tsOf(platform_id);
  if (!place || ts === undefined) return NOWHERE;
  const fields = { channel: place.channel, ts, ...wordsOf(chunk, to) };
  return deliveredOf(await callSlack(app, { method: "chat.update", fields }, signal));
}

export async function remove(
  app: SlackApp,
  { to, platform_id }: { to: Source; platform_id: string },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const place = placeOfThread(to.thread);
  const ts = tsOf(platform_id);
  if (!place || ts === undefined) return NOWHERE;
  const fields = { channel: place.channel, ts };
  const answered = await callSlack(app, { method: "chat.delete", fields }, signal);
  return isRefused(answered, "message_not_found") ? { status: "sent", platform_id } : deliveredOf(answered);
}

/** Slack shows it in threads only; it disappears when the answer comes. */
export async function typing(app: SlackApp, to: Source, signal: AbortSignal): Promise<void> {
  const place = placeOfThread(to.thread);
  if (place?.thread_ts === undefined) return;
  const fields = { channel_id: place.channel, thread_ts: place.thread_ts, status: "is writing…" };
  await callSlack(app, { method: "assistant.threads.setStatus", fields }, signal);
}
