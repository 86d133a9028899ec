/** Our bot's name, asked of Telegram once, and again after a failure. */
import { z } from "zod";
import { callTelegram } from "../api.ts";
import type { Bot } from "../settings.ts";

/** A webhook waits no longer for the name. */
const PATIENCE_MS = 3_000;

const Me = z.object({ username: z.string() });

/** Never rejects. */
export function createUsername(bot: Bot): () => Promise<string | undefined> {
  let known: string | undefined;
  return async () => {
    known ??= await fetchName(bot);
    return known;
  };
}

async function fetchName(bot: Bot): Promise<string | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answered = await callTelegram(bot, { method: "getMe", fields: undefined }, signal);
  const me = Me.safeParse(answered.status === "ok" ? answered.result : undefined);
  return me.success ? me.data.username : undefined;
}
