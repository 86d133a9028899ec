/** Maps Slack's responses to delivery results, with reasons that say what to do. */
import type { DeliveryResult } from "../../channel.ts";
import type { SlackResponse } from "../api.ts";

const LATER: Readonly<Record<string, string>> = {
  ratelimited: "Slack is rate-limiting this bot.",
  rate_limited: "Slack is rate-limiting this bot.",
  message_limit_exceeded: "Slack is rate-limiting this bot.",
  service_unavailable: "Slack has an internal problem.",
  team_added_to_org: "The workspace is being moved to an organisation.",
};

const NO_TOKEN =
  "Slack rejected the token. Set SLACK_BOT_TOKEN to the Bot User OAuth Token from the app's OAuth & Permissions page.";
const NOT_IN = "The bot isn't in this channel. Type `/invite` and its name there.";
const TOO_LONG = "The text is too long for one Slack message.";
const GONE = "That message no longer exists.";
const FIXED = "That message can no longer be edited.";
const CLOSED = "Only admins can write in this channel.";

const REASONS: Readonly<Record<string, string>> = {
  invalid_auth: NO_TOKEN,
  not_authed: NO_TOKEN,
  token_expired: NO_TOKEN,
  token_revoked: NO_TOKEN,
  account_inactive: NO_TOKEN,
  not_in_channel: NOT_IN,
  channel_not_found: "The bot can't see this channel. Type `/invite` and its name there.",
  is_archived: "The channel is archived.",
  restricted_action: CLOSED,
  restricted_action_read_only_channel: CLOSED,
  restricted_action_thread_locked: "The thread is locked.",
  msg_too_long: TOO_LONG,
  message_not_found: GONE,
  thread_not_found: "That thread no longer exists.",
  cant_update_message: FIXED,
  edit_window_closed: FIXED,
  cannot_dm_bot: "Slack doesn't deliver messages between bots.",
  user_not_found: "That person is no longer in the workspace.",
  missing_scope:
    "The app lacks a permission for this. Compare its scopes with the manifest in the documentation and reinstall it.",
  invalid_name: "Slack doesn't have that emoji.",
  too_many_reactions: "That message already has too many reactions.",
  file_not_found: "Slack no longer has that file.",
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
