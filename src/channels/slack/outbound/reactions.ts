/** Reactions with an emoji, by Slack's name for it. */
import type { Source } from "../../../domain/inbound.ts";
import type { DeliveryResult } from "../../channel.ts";
import { callSlack } from "../api.ts";
import { placeOfThread, tsOf } from "../place.ts";
import type { SlackApp } from "../settings.ts";
import { deliveredOf, isRefused } from "./outcome.ts";

/** The usual emoji, without the variation selector for colour. */
const NAMES: Readonly<Record<string, string>> = {
  "👍": "+1",
  "👎": "-1",
  "❤": "heart",
  "🧡": "orange_heart",
  "💛": "yellow_heart",
  "💚": "green_heart",
  "💙": "blue_heart",
  "💜": "purple_heart",
  "🖤": "black_heart",
  "💔": "broken_heart",
  "🔥": "fire",
  "🎉": "tada",
  "👏": "clap",
  "🙏": "pray",
  "🙌": "raised_hands",
  "💪": "muscle",
  "👌": "ok_hand",
  "✌": "v",
  "👋": "wave",
  "👀": "eyes",
  "🤝": "handshake",
  "🫡": "saluting_face",
  "😀": "grinning",
  "😃": "smiley",
  "😄": "smile",
  "😁": "grin",
  "😆": "laughing",
  "😅": "sweat_smile",
  "😂": "joy",
  "🤣": "rolling_on_the_floor_laughing",
  "🙂": "slightly_smiling_face",
  "🙃": "upside_down_face",
  "😉": "wink",
  "😊": "blush",
  "😍": "heart_eyes",
  "😘": "kissing_heart",
  "😎": "sunglasses",
  "🤓": "nerd_face",
  "🤔": "thinking_face",
  "🤨": "face_with_raised_eyebrow",
  "😐": "neutral_face",
  "🙄": "face_with_rolling_eyes",
  "😏": "smirk",
  "😮": "open_mouth",
  "😢": "cry",
  "😭": "sob",
  "😱": "scream",
  "😡": "rage",
  "😠": "angry",
  "🤯": "exploding_head",
  "🥳": "partying_face",
  "😴": "sleeping",
  "🤗": "hugging_face",
  "🤩": "star-struck",
  "😇": "innocent",
  "🤷": "shrug",
  "🤦": "face_palm",
  "💯": "100",
  "✅": "white_check_mark",
  "☑": "ballot_box_with_check",
  "✔": "heavy_check_mark",
  "❌": "x",
  "⭐": "star",
  "🌟": "star2",
  "✨": "sparkles",
  "⚡": "zap",
  "💡": "bulb",
  "🚀": "rocket",
  "⏳": "hourglass_flowing_sand",
  "⌛": "hourglass",
  "⏰": "alarm_clock",
  "⚠": "warning",
  "❓": "question",
  "❗": "exclamation",
  "📝": "memo",
  "📌": "pushpin",
  "🔍": "mag",
  "🐛": "bug",
  "🤖": "robot_face",
  "💩": "hankey",
  "🎂": "birthday",
  "☕": "coffee",
  "🍺": "beer",
  "🍕": "pizza",
  "🏆": "trophy",
  "🌙": "crescent_moon",
  "☀": "sunny",
  "🦉": "owl",
  "🎯": "dart",
};

export async function react(
  app: SlackApp,
  { to, emoji }: { to: Source; emoji: string },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const place = placeOfThread(to.thread);
  const timestamp = tsOf(to.message);
  if (!place || timestamp === undefined) return { status: "failed", reason: "It isn't a Slack message." };
  const name = NAMES[emoji.replaceAll("\uFE0F", "")];
  if (name === undefined)
    return {
      status: "failed",
      reason: `Slack has no reaction ${emoji} here. Use a common one such as 👍.`,
    };
  const fields = { channel: place.channel, timestamp, name };
  const answered = await callSlack(app, { method: "reactions.add", fields }, signal);
  if (isRefused(answered, "already_reacted")) return { status: "sent", platform_id: null };
  return deliveredOf(answered);
}
