/** Downloads files that people sent on Discord, from Discord's own servers only. */
import type { RemoteFile } from "../../domain/inbound.ts";
import type { DownloadResult } from "../channel.ts";
import type { DiscordSettings } from "./settings.ts";

const HOSTS = new Set(["cdn.discordapp.com", "media.discordapp.net"]);

/** Never throws. */
export async function download(
  settings: DiscordSettings,
  file: RemoteFile,
  signal: AbortSignal,
): Promise<DownloadResult> {
  if (!isOfDiscord(settings, file.ref))
    return { status: "failed", reason: "This file isn't stored at Discord, so it wasn't fetched." };
  try {
    return await readyOf(await fetch(file.ref, { signal, redirect: "manual" }));
  } catch (problem) {
    return { status: "later", reason: `The connection to Discord's files broke: ${String(problem)}.` };
  }
}

/** With another API base, the server of that base also serves the files. */
function isOfDiscord({ DISCORD_API_BASE }: DiscordSettings, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin, port } = new URL(address);
  const base = new URL(DISCORD_API_BASE);
  if (base.hostname !== "discord.com" && origin === base.origin) return true;
  return protocol === "https:" && port === "" && HOSTS.has(hostname);
}

async function readyOf(response: Response): Promise<DownloadResult> {
  const { status, body, headers } = response;
  if (status === 200 && body) {
    const media_type = headers.get("content-type")?.split(";")[0];
    return { status: "ready", body, ...(media_type && { media_type }) };
  }
  await body?.cancel();
  if (status === 429 || status >= 500)
    return { status: "later", reason: `Discord's file server has a problem (${status}).` };
  return { status: "failed", reason: "Discord no longer has this file. Send it again." };
}
