/** Sends a file to a channel: reserves an upload, sends the bytes, then posts the message that shows the file. */
import { z } from "zod";
import type { MediaPart } from "../../../domain/message.ts";
import type { DeliveryResult } from "../../channel.ts";
import type { ChannelFiles, OutgoingFile } from "../../kind.ts";
import { callSlack, isOfSlack } from "../api.ts";
import type { SlackPlace } from "../place.ts";
import type { SlackApp } from "../settings.ts";
import { deliveredOf } from "./outcome.ts";

export interface SendDeps {
  app: SlackApp;
  files: ChannelFiles;
}

interface MediaDelivery {
  media: MediaPart;
  owner: string;
  place: SlackPlace;
}

export async function sendMedia(
  { app, files }: SendDeps,
  { media, owner, place }: MediaDelivery,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const file = await readable(files.read(owner, media.file_id));
  if (file === "unread") return { status: "later", reason: "The file could not be read." };
  if (!file) return { status: "failed", reason: "The file is gone." };
  const uploaded = await upload(app, file, signal);
  if (!("id" in uploaded)) return uploaded;
  const { channel: channel_id, thread_ts } = place;
  const fields = { files: [{ id: uploaded.id, title: file.name }], channel_id, thread_ts };
  // The response has no message id: Slack posts the message itself, a moment later.
  return deliveredOf(await callSlack(app, { method: "files.completeUploadExternal", fields }, signal));
}

async function readable(
  reading: Promise<OutgoingFile | undefined>,
): Promise<OutgoingFile | undefined | "unread"> {
  try {
    return await reading;
  } catch {
    // The file store is out of reach; nothing was sent.
    return "unread";
  }
}

const Place = z.object({ upload_url: z.url(), file_id: z.string().min(1) });

/** Uploads the bytes. Nobody sees an upload before its message is posted, so every failure may be retried. */
async function upload(
  app: SlackApp,
  { name, bytes }: OutgoingFile,
  signal: AbortSignal,
): Promise<{ id: string } | DeliveryResult> {
  const fields = { filename: name, length: String(bytes.length) };
  const target = await callSlack(app, { method: "files.getUploadURLExternal", fields }, signal);
  if (target.status === "unknown") return { status: "later", reason: target.reason };
  if (target.status === "refused") return deliveredOf(target);
  const place = Place.safeParse(target.body).data;
  if (!place || !isOfSlack(app, place.upload_url))
    return { status: "failed", reason: "Slack returned no upload address." };
  try {
    const body = new Uint8Array(bytes);
    const response = await fetch(place.upload_url, { method: "POST", body, redirect: "manual", signal });
    await response.body?.cancel();
    if (response.ok) return { id: place.file_id };
    return { status: "later", reason: `Slack rejected the file: HTTP ${response.status}.` };
  } catch {
    return { status: "later", reason: "The connection to Slack broke during the upload." };
  }
}
