/** Decides by the close code how to reconnect to the Gateway. */

export type ReconnectDecision =
  /** The session still exists: Discord replays the missed events. */
  | { next: "resume" }
  /** The session is gone: begin a new one. */
  | { next: "identify" }
  /** Do not reconnect. `problem` is public and says what to do. */
  | { next: "stop"; problem: string };

/** Codes of a session that Discord no longer knows, or that broke the protocol. */
const GONE: ReadonlySet<number> = new Set([4003, 4007, 4009]);

const FATAL: Readonly<Record<number, string>> = {
  4004: "Discord rejected the bot token. Set DISCORD_BOT_TOKEN again (the app's Bot page, Reset Token).",
  4010: "Discord rejects this shard (4010): this instance opens one connection for all servers.",
  4011: "The bot is in too many servers for one connection (4011): Discord wants shards, which this instance does not open. Set DISCORD_GATEWAY=off.",
  4012: "Discord no longer supports this Gateway version (4012): update Nightjar.",
  4013: "Discord doesn't know these intents (4013): update Nightjar.",
  4014: "The app isn't allowed to read all messages (4014): turn on Message Content Intent on its Bot page, or set DISCORD_GATEWAY=mentions.",
};

/** `code`: close code of the WebSocket; 1006 when the connection broke. */
export function endedWith(code: number): ReconnectDecision {
  const problem = FATAL[code];
  if (problem !== undefined) return { next: "stop", problem };
  return { next: GONE.has(code) ? "identify" : "resume" };
}
