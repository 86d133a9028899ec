/** Opens a file that somebody sent, as a stream: its address is looked up by id and stays valid for a few minutes. */
import { z } from "zod";
import type { RemoteFile } from "../../../domain/inbound.ts";
import type { DownloadResult } from "../../channel.ts";
import { retryAfter } from "../../wire/json.ts";
import { callGraph, isOfWhatsApp } from "../api.ts";
import type { WhatsAppNumber } from "../settings.ts";
import { deliveredOf, reasonOf } from "./outcome.ts";

const Found = z.object({ url: z.string(), mime_type: z.string().optional() });
const GONE: DownloadResult = {
  status: "failed",
  reason: "WhatsApp no longer has that file. Send it again.",
};

export async function download(
  number: WhatsAppNumber,
  { ref }: RemoteFile,
  signal: AbortSignal,
): Promise<DownloadResult> {
  const path = `${encodeURIComponent(ref)}?phone_number_id=${number.phone_id}`;
  const answered = await callGraph(number, { path }, signal);
  if (answered.status === "unknown") return { status: "later", reason: answered.reason };
  if (answered.status === "refused") {
    const outcome = deliveredOf(answered);
    if (outcome.status === "later") return outcome;
    return answered.http === 404 ? GONE : { status: "failed", reason: reasonOf(answered) };
  }
  const found = Found.safeParse(answered.body).data;
  if (!found || !isOfWhatsApp(number, found.url)) return GONE;
  const result = await bytesOf(number, found.url, signal);
  const media_type = found.mime_type?.replace(/;.*$/, "").trim();
  return result.status === "ready" && media_type ? { ...result, media_type } : result;
}

async function bytesOf(
  { token }: WhatsAppNumber,
  address: string,
  signal: AbortSignal,
): Promise<DownloadResult> {
  try {
    // Meta's servers refuse requests without a user agent.
    const headers = { authorization: `Bearer ${token}`, "user-agent": "nightjar" };
    const response = await fetch(address, { headers, redirect: "manual", signal });
    if (response.ok && response.body) return { status: "ready", body: response.body };
    await response.body?.cancel();
    if (response.status === 429 || response.status >= 500)
      return {
        status: "later",
        reason: "WhatsApp can't provide the file right now.",
        ...retryAfter(response.headers),
      };
    return GONE;
  } catch {
    return { status: "later", reason: "The connection to WhatsApp broke." };
  }
}
