/** A slash command: its arguments are a message to the agent. */
import { z } from "zod";
import type { Source } from "../../../domain/inbound.ts";
import { loadWords } from "../../../domain/text/translated/in-language.ts";
import type { ParsedWebhook } from "../../channel.ts";
import { wordsOf } from "../mrkdwn.ts";
import { isDirect } from "../place.ts";
import type { SlackApp } from "../settings.ts";
import { ephemeralResponse } from "./answers.ts";

export const SlashCommand = z.object({
  command: z.string().startsWith("/"),
  text: z.string().default(""),
  user_id: z.string().min(1),
  team_id: z.string().optional(),
  enterprise_id: z.string().optional(),
  api_app_id: z.string().optional(),
  user_name: z.string().optional(),
  channel_id: z.string().regex(/^[CDG][A-Z0-9]{2,30}$/),
  trigger_id: z.string().min(1).max(200),
  response_url: z.string().max(1_000).optional(),
});

/** Shows the command to everybody in the channel; the answer follows through the outbox. */
const SHOWN = { content_type: "application/json", body: JSON.stringify({ response_type: "in_channel" }) };

/** `language`: of the person's Slack, if it is known. */
export interface Writer {
  app: SlackApp;
  language: Source["language"] | undefined;
}

export async function commandOf(writer: Writer, sent: z.output<typeof SlashCommand>): Promise<ParsedWebhook> {
  const text = wordsOf(sent.text, undefined);
  if (text === "") {
    const say = await loadWords(writer.language);
    const hint = say(`Write what you want behind it: \`${sent.command} how are you?\``);
    return { status: "answer", ...ephemeralResponse(hint) };
  }
  return {
    status: "inbound",
    answer: SHOWN,
    refused: ephemeralResponse,
    inbounds: [
      {
        type: "user_message",
        key: `slack:command:${sent.trigger_id}`,
        source: sourceOf(writer, sent),
        parts: [{ type: "text", text }],
        is_addressed: true,
      },
    ],
  };
}

/** A command has no message: the answer goes to the channel, or by `reply_token` where the bot is not a member. */
function sourceOf(
  { app: { account }, language }: Writer,
  { user_id, user_name, channel_id, response_url }: z.output<typeof SlashCommand>,
): Source {
  return {
    channel: "slack",
    ...(account !== "" && { account }),
    ...(!isDirect(channel_id) && { is_group: true as const }),
    sender: user_id,
    ...(user_name !== undefined && { sender_name: user_name }),
    ...(language && { language }),
    thread: channel_id,
    ...(response_url !== undefined && { reply_token: response_url }),
  };
}
