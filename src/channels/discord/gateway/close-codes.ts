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
  4004: "Discord refuses the bot's token: set DISCORD_BOT_TOKEN again (page Bot of the app, Reset Token).",
  4010: "Discord does not take this shard (4010): this instance opens one connection, of all servers.",
  4011: "The bot is in too many servers for one connection (4011): Discord wants shards, which this instance does not open. Set DISCORD_GATEWAY=off.",
  4012: "Discord does not speak this version of its Gateway any more (4012): update Nightjar.",
  4013: "Discord does not know these intents (4013): update Nightjar.",
  4014: "The app may not read all messages (4014): switch on Message Content Intent on its page Bot, or set DISCORD_GATEWAY=mentions.",
};

/** `code`: close code of the WebSocket; 1006 when the connection broke. */
export function endedWith(code: number): ReconnectDecision {
  const problem = FATAL[code];
  if (problem !== undefined) return { next: "stop", problem };
  return { next: GONE.has(code) ? "identify" : "resume" };
}
