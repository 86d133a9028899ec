/** Maps Slack's responses to delivery results, with reasons that say what to do. */
import type { DeliveryResult } from "../../channel.ts";
import type { SlackResponse } from "../api.ts";

const LATER: Readonly<Record<string, string>> = {
  ratelimited: "Slack takes no more messages for a moment.",
  rate_limited: "Slack takes no more messages for a moment.",
  message_limit_exceeded: "Slack takes no more messages for a moment.",
  service_unavailable: "Slack has a problem of its own.",
  team_added_to_org: "The workspace is being moved to an organisation.",
};

const NO_TOKEN =
  "Slack does not take the token: set SLACK_BOT_TOKEN to the Bot User OAuth Token of the app's page OAuth & Permissions.";
const NOT_IN = "The bot is not in this channel: write `/invite` and its name there.";
const TOO_LONG = "The text is too long for one message of Slack.";
const GONE = "That message does not exist any more.";
const FIXED = "That message cannot be changed any more.";
const CLOSED = "Nobody but admins may write in this channel.";

const REASONS: Readonly<Record<string, string>> = {
  invalid_auth: NO_TOKEN,
  not_authed: NO_TOKEN,
  token_expired: NO_TOKEN,
  token_revoked: NO_TOKEN,
  account_inactive: NO_TOKEN,
  not_in_channel: NOT_IN,
  channel_not_found: "Slack does not show the bot this channel: write `/invite` and its name there.",
  is_archived: "The channel is archived.",
  restricted_action: CLOSED,
  restricted_action_read_only_channel: CLOSED,
  restricted_action_thread_locked: "The thread is locked.",
  msg_too_long: TOO_LONG,
  message_not_found: GONE,
  thread_not_found: "That thread does not exist any more.",
  cant_update_message: FIXED,
  edit_window_closed: FIXED,
  cannot_dm_bot: "Slack carries no messages from bot to bot.",
  user_not_found: "That person is not in the workspace any more.",
  missing_scope:
    "The app lacks a permission for it: compare its scopes with the manifest in the documentation, and install it again.",
  invalid_name: "Slack does not know that emoji.",
  too_many_reactions: "There are too many reactions at that message.",
  file_not_found: "Slack does not have that file any more.",
};

export function deliveredOf(answered: SlackResponse): DeliveryResult {
  if (answered.status === "unknown") return answered;
  if (answered.status === "ok") {
    const { ts } = answered.body;
    return { status: "sent", platform_id: typeof ts === "string" ? ts : null };
  }
  const { error, retry_after_ms } = answered;
  const later = LATER[error];
  if (later === undefined) return { status: "failed", reason: reasonOf(error) };
  return { status: "later", reason: later, ...(retry_after_ms !== undefined && { retry_after_ms }) };
}

export function reasonOf(error: string): string {
  return REASONS[error] ?? LATER[error] ?? `Slack refused it: ${error.slice(0, 100)}.`;
}

export function isRefused(answered: SlackResponse, ...errors: string[]): boolean {
  return answered.status === "refused" && errors.includes(answered.error);
}
