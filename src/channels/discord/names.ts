/** Names of people on Discord, and words with the names of those who are mentioned. */
import type { DiscordContent, DiscordUser } from "./wire.ts";

export function nameOf({ username, global_name, id }: DiscordUser, nick?: string | null): string {
  return [nick, global_name, username].find((name) => name) ?? id;
}

/** Shows mentions as names. The mention of `bot_id` only addresses it and is removed. */
export function spokenWords(
  { content, mentions }: Pick<DiscordContent, "content" | "mentions">,
  bot_id?: string,
): string {
  const names = new Map(mentions.map((user) => [user.id, nameOf(user)]));
  const said = content.replaceAll(/<@!?(\d+)>/g, (whole, id: string) => {
    if (id === bot_id) return "";
    return names.has(id) ? `@${names.get(id)}` : whole;
  });
  return said.trim();
}
