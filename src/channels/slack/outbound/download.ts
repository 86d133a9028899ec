/** Opens a file that somebody sent: looked up by id, and fetched with the token from Slack's own hosts only. */
import { z } from "zod";
import type { RemoteFile } from "../../../domain/inbound.ts";
import type { DownloadResult } from "../../channel.ts";
import { retryAfter } from "../../wire/json.ts";
import { callSlack, isOfSlack } from "../api.ts";
import type { SlackApp } from "../settings.ts";
import { deliveredOf, reasonOf } from "./outcome.ts";

const Found = z.object({
  file: z.object({
    name: z.string().nullish(),
    mimetype: z.string().optional(),
    url_private: z.url().optional(),
    url_private_download: z.url().optional(),
  }),
});

export async function download(
  app: SlackApp,
  { ref }: RemoteFile,
  signal: AbortSignal,
): Promise<DownloadResult> {
  const answered = await callSlack(app, { method: "files.info", fields: { file: ref } }, signal);
  if (answered.status === "unknown") return { status: "later", reason: answered.reason };
  if (answered.status === "refused") {
    const outcome = deliveredOf(answered);
    return outcome.status === "later" ? outcome : { status: "failed", reason: reasonOf(answered.error) };
  }
  const file = Found.safeParse(answered.body).data?.file;
  const address = file?.url_private_download ?? file?.url_private ?? "";
  if (!file || !isOfSlack(app, address))
    return { status: "failed", reason: "Slack stores that file elsewhere. Send it as an upload." };
  const result = await bytesOf(app, address, signal);
  if (result.status !== "ready") return result;
  const { name, mimetype } = file;
  return { ...result, ...(typeof name === "string" && { name }), ...(mimetype && { media_type: mimetype }) };
}

async function bytesOf({ token }: SlackApp, address: string, signal: AbortSignal): Promise<DownloadResult> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    // Without the permission to read the file, Slack redirects to a sign-in page.
    const response = await fetch(address, { headers, redirect: "manual", signal });
    if (response.ok && response.body) return { status: "ready", body: response.body };
    await response.body?.cancel();
    if (response.status === 429 || response.status >= 500)
      return {
        status: "later",
        reason: "Slack can't provide the file right now.",
        ...retryAfter(response.headers),
      };
    return {
      status: "failed",
      reason: reasonOf(response.status === 404 ? "file_not_found" : "missing_scope"),
    };
  } catch {
    return { status: "later", reason: "The connection to Slack broke." };
  }
}
