/** Opens a file that somebody sent to the bot, as a stream. */
import { z } from "zod";
import type { RemoteFile } from "../../../domain/inbound.ts";
import type { DownloadResult } from "../../channel.ts";
import { callTelegram } from "../api.ts";
import type { Bot } from "../settings.ts";
import { isAbout, reasonOf } from "./outcome.ts";

const MOST_BYTES = 20 * 1024 * 1024;
const TOO_LARGE: DownloadResult = {
  status: "failed",
  reason: "Telegram gives bots files of up to 20 MB only. Send a smaller one, or upload it in the web app.",
};

export async function download(
  bot: Bot,
  { ref, size = 0 }: RemoteFile,
  signal: AbortSignal,
): Promise<DownloadResult> {
  if (size > MOST_BYTES) return TOO_LARGE;
  const answered = await callTelegram(bot, { method: "getFile", fields: { file_id: ref } }, signal);
  if (answered.status === "unknown") return { status: "later", reason: answered.reason };
  if (isAbout(answered, /file is too big/i)) return TOO_LARGE;
  if (answered.status === "ok") return bytesOf(bot, answered.result, signal);
  const { code, retry_after_ms } = answered;
  if (code !== 429 && code < 500) return { status: "failed", reason: reasonOf(answered) };
  const wait = retry_after_ms === undefined ? {} : { retry_after_ms };
  return { status: "later", reason: "Telegram can't provide the file right now.", ...wait };
}

const Found = z.object({ file_path: z.string().regex(/^(?!.*\.\.)[\w\-./ ]+$/) });

async function bytesOf(bot: Bot, result: unknown, signal: AbortSignal): Promise<DownloadResult> {
  const found = Found.safeParse(result);
  if (!found.success) return { status: "failed", reason: "Telegram returned no file address." };
  const path = found.data.file_path.split("/").map(encodeURIComponent).join("/");
  try {
    const address = `${bot.base}/file/bot${bot.token}/${path}`;
    // A redirect is not followed: it could lead to any server.
    const response = await fetch(address, { signal, redirect: "manual" });
    if (response.ok && response.body) return { status: "ready", body: response.body };
    await response.body?.cancel();
    if (response.status === 429 || response.status >= 500)
      return { status: "later", reason: "Telegram can't provide the file right now." };
    return { status: "failed", reason: "Telegram no longer has the file. Send it again." };
  } catch {
    // The error may contain the address, and so the token.
    return { status: "later", reason: "The connection to Telegram broke." };
  }
}
