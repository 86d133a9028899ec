/** The channel port of one Slack app. */
import type { ChannelPort } from "../channel.ts";
import type { ChannelFiles } from "../kind.ts";
import { pacesOf } from "../streaming.ts";
import { parse } from "./inbound/parse.ts";
import { isFromSlack } from "./inbound/verify.ts";
import { createWorkspace } from "./inbound/workspace.ts";
import { mrkdwnOf } from "./mrkdwn.ts";
import { download } from "./outbound/download.ts";
import { find } from "./outbound/find.ts";
import { health } from "./outbound/health.ts";
import { react } from "./outbound/reactions.ts";
import { whisper } from "./outbound/respond.ts";
import { deliver, edit, remove, typing } from "./outbound/send.ts";
import type { SlackApp } from "./settings.ts";

export function slackChannel(
  app: SlackApp,
  { files, now = Date.now }: { files: ChannelFiles; now?: () => number },
): ChannelPort {
  const workspace = createWorkspace(app, now);
  return {
    limits: {
      // A text with buttons has to fit into one section block.
      text_length: 3_000,
      // Slack takes no idempotency key of ours: a message that may have arrived is looked up.
      keyed_for_ms: 0,
      media: ["image", "audio", "file"],
      // Slack allows about one message a second to a channel, and fifty edits a minute in all.
      ...pacesOf(app.streaming, { direct: 1_200, group: 3_000 }),
      typing_ms: 90_000,
    },
    verify: (request) => isFromSlack(app, request, now()),
    parse: (request) => parse({ app, workspace }, request),
    render: mrkdwnOf,
    deliver: (outgoing, signal) => deliver({ app, files }, outgoing, signal),
    edit: (change, signal) => edit(app, change, signal),
    find: (message, signal) => find(app, message, signal),
    remove: (message, signal) => remove(app, message, signal),
    react: (reaction, signal) => react(app, reaction, signal),
    whisper: ({ reply_token: address }, text, signal) => whisper(app, { address, text }, signal),
    typing: (to, signal) => typing(app, to, signal),
    download: (file, signal) => download(app, file, signal),
    health: (signal) => health(app, signal),
  };
}
