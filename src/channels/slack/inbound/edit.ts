/** An edited message, as an event of its own. */
import type { SlackEvent } from "./envelope.ts";

/** Slack reports as a change, too, that it has added the card of a link, or that somebody has answered in the thread. */
export function editedEvent({ message, previous_message, ...event }: SlackEvent): SlackEvent | undefined {
  if (!message?.edited || message.text === previous_message?.text) return undefined;
  const { user, bot_id, subtype, text, ts, thread_ts } = message;
  const { files: _files, attachments: _cards, blocks: _blocks, ...base } = event;
  const edits = String(Object(message.edited)["ts"] ?? "").replace(/[^\d.]/g, "") || "edit";
  return { ...base, files: [], attachments: [], user, bot_id, subtype, text, ts, thread_ts, edits };
}
