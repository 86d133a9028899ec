/** A thread is a direct message, a channel, or a thread in one: `D024BE91L`, `C061EG9SL:1700000000.000100`. */

export interface SlackPlace {
  channel: string;
  thread_ts?: string;
}

/** A direct message is a single thread, even with replies in it. */
export function threadOf(channel: string, ts: string | undefined): string {
  return isDirect(channel) || ts === undefined ? channel : `${channel}:${ts}`;
}

export function isDirect(channel: string): boolean {
  return channel.startsWith("D");
}

/** Undefined for anything but a Slack thread. */
export function placeOfThread(thread: string | undefined): SlackPlace | undefined {
  const [, channel, thread_ts] = /^([CDG][A-Z0-9]{2,30})(?::(\d{1,12}\.\d{1,9}))?$/.exec(thread ?? "") ?? [];
  if (channel === undefined) return undefined;
  return { channel, ...(thread_ts !== undefined && { thread_ts }) };
}

/** Undefined for anything but a message id. */
export function tsOf(id: string | undefined): string | undefined {
  return id !== undefined && /^\d{1,12}\.\d{1,9}$/.test(id) ? id : undefined;
}
